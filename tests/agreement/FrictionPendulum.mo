//: stiff
//: x = -0.1364786201305983
//: y = -0.9906430165540198
model FrictionPendulum "a pendulum of index 3 whose hinge rubs and holds at last; scipy Radau in the angle"
  Real x(start = 1, fixed = true), y(start = 0), u, v, F, w, M;
equation
  der(x) = u;
  der(y) = v;
  w = x*v - y*u;
  M = 2*tanh(w/1e-3);
  der(u) = -F*x + M*y;
  der(v) = -F*y - M*x - 9.81;
  x^2 + y^2 = 1;
  annotation(experiment(StopTime = 6));
end FrictionPendulum;
