// 8.4: n and mean in one instant: mean = pre(mean) + (u - pre(mean))/n with the new n. Mean of 0.1, ..., 0.5.
model MeanOfSamples
  Integer n(start = 0, fixed = true);
  discrete Real mean(start = 0, fixed = true);
equation
  when sample(0.1, 0.1) then
    mean = pre(mean) + (time - pre(mean))/n;
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 0.55));
end MeanOfSamples;
//: mean = 0.3 +- 1e-14
//: n = 5
