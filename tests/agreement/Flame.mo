//: perturb y
//: y = 0.3180605328233467
model Flame "a flame that waits and then ignites; closed form"
  Real y(start = 1e-3, fixed = true);
equation
  der(y) = y^2 - y^3;
  annotation(experiment(StopTime = 1003));
end Flame;
