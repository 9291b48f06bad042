// 8.6: a parameter that is found with the initial problem, from a discrete variable; rate follows it.
model ParameterFromDiscrete
  parameter Real k(fixed = false), rate = 12/k;
  Integer n(start = 4, fixed = true);
  Real x(start = 0, fixed = true);
initial equation
  k = n + 2;
equation
  der(x) = rate;
  when time > 0.5 then
    n = 100;
  end when;
  annotation(experiment(StopTime = 1));
end ParameterFromDiscrete;
//: x = 2 +- 1e-8
//: n = 100
