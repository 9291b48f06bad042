//: perturb a
//: x = -0.2565772574281284
//: a = 0.451801742602836
//: b = -0.7058322692503729
model CartPendulum "a pendulum on a cart that rubs, index 3; scipy DOP853 in the angle"
  Real x(start = 0, fixed = true), a(start = 0.93203908596722629, fixed = true), b(start = -0.36235775447667357), u(start = 0, fixed = true), F;
equation
  der(x) = u;
  der(u) = F*(a - x) - 1.5*tanh(u/1e-2);
  der(der(a)) = -F*(a - x);
  der(der(b)) = -F*b - 9.81;
  (a - x)^2 + b^2 = 1;
  annotation(experiment(StopTime = 2));
end CartPendulum;
