// 8.6: pre(d) = 2 is fixed, so d = 2*x is for the state, x = 1, and der(x) = 0 for the parameter: k = x = 1. Then x = 2 - exp(-(t - 0.5)).
model FirstForStateAndParameter
  parameter Real k(fixed = false);
  Real x;
  discrete Real d(start = 2, fixed = true), u(start = 0, fixed = true);
initial equation
  d = 2*x;
  der(x) = 0;
equation
  der(x) = k + u - x;
  when time > 0.5 then
    d = 0;
    u = 1;
  end when;
  annotation(experiment(StopTime = 1, Tolerance = 1e-9));
end FirstForStateAndParameter;
//: at 0 x = 1 +- 1e-12
//: x = 1.3934693402873666 +- 1e-7
