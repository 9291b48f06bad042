//: stop=0.3
model StickInMixture "A block that sticks to a belt: the force is found from its motion, not from a mixture of it with 3e5 velocities"
  parameter Real belt = 1;
  Real x(start = 0, fixed = true), v(start = 1), f;
  Real a, b;
equation
  0 = a - x;
  b = a;
  0.3333333*der(v) + 3e5*der(x) = 0.3333333*(f - x) + 3e5*v;
  der(a) = v;
  der(v) = f - x;
  v = belt;
end StickInMixture;
