// 8.4: u = -2x held for 0.1: x is multiplied by exp(-0.1) - 2(1 - exp(-0.1)) in each interval. The first tick is at 0.
model SampledFeedback
  Real x(start = 1, fixed = true);
  discrete Real u(start = 0, fixed = true);
equation
  der(x) = -x + u;
  when sample(0, 0.1) then
    u = -2*x;
  end when;
  annotation(experiment(StopTime = 1, Tolerance = 1e-10));
end SampledFeedback;
//: x = 0.03468141551165591 +- 1e-8
//: u = -0.06936283102331182 +- 1e-8
