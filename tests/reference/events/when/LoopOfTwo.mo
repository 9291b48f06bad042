// 8.4: x + y = 6 and y = 9 - 2x hold together at the event: x = y = 3; before it x = 6.
model LoopOfTwo
  discrete Real y(start = 0, fixed = true);
  Real x;
equation
  x + y = 6;
  when time >= 0.5 then
    y = 9 - 2*x;
  end when;
  annotation(experiment(StopTime = 1));
end LoopOfTwo;
//: run --every 0.25
//: at 0.25 x = 6 +- 1e-12
//: at 0.5 before y = 0
//: at 0.5 after y = 3 +- 1e-12
//: x = 3 +- 1e-12
//: y = 3 +- 1e-12
