// 8.4: x + y = 5 and y = 7 - 27*x are fulfilled together: y = 64/13; a sweep makes 27 times its round-off of it.
model LoopOfLargeGain
  Real x;
  discrete Real y(start = 1, fixed = true);
equation
  x + y = 5;
  when time > 0.5 then
    y = 7 - 27*x;
  end when;
  annotation(experiment(StopTime = 1));
end LoopOfLargeGain;
//: y = 4.923076923076923 +- 1e-11
//: x = 0.07692307692307693 +- 1e-11
