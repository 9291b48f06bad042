// 3.7.4.1, 3.7.5: an integrating controller that ticks every 0.1 and acts 0.05 later on x' = u - x. Pieces of exponentials, composed by
// hand; before the first tick, at the start, u is 0.
model DelayedSampledControl
  Real x(start = 0, fixed = true);
  discrete Real u(start = 0, fixed = true);
equation
  der(x) = delay(u, 0.05) - x;
  when sample(0, 0.1) then
    u = pre(u) + 0.5*(1 - x);
  end when;
  annotation(experiment(StopTime = 3, Tolerance = 1e-8));
end DelayedSampledControl;
//: x = 0.6722403938545944 +- 1e-6
