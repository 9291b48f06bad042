// 8.6: y = a*pre(y) + b*u (enabled by initial()) and y = pre(y): y = b*u/(1 - a) = 12. Then u = 5: 12, 16, 18.
model DiscreteSteadyState
  parameter Real a = 0.5, b = 2;
  discrete Real y;
  Real u = if time < 1.5 then 3 else 5;
equation
  when {initial(), sample(1, 1)} then
    y = a*pre(y) + b*u;
  end when;
initial equation
  y = pre(y);
  annotation(experiment(StopTime = 3.5));
end DiscreteSteadyState;
//: run --every 0.5
//: at 0 y = 12 +- 1e-12
//: at 1 after y = 12 +- 1e-12
//: at 2 after y = 16 +- 1e-12
//: y = 18 +- 1e-12
