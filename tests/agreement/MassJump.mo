//: perturb x
//: x = -0.1723536932176076
//: v = 0.7792666902826126
model MassJump "an inertia that changes in a front of width 1e-3; scipy DOP853"
  Real x(start = 1, fixed = true), v(start = 0, fixed = true), m;
equation
  m = 1 + 0.5*tanh(x/1e-3);
  der(x) = v;
  m*der(v) = -x;
  annotation(experiment(StopTime = 10));
end MassJump;
