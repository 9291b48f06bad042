//: stop=0.4
model WeakSpring "A mixture that has a constraint with a weight of 1e-7, beside the constraint itself"
  parameter Real epsilon = 1;
  Real x(start = 1, fixed = true), y(start = 0, fixed = true);
  Real lambda(start = -1);
equation
  1e-7*((x^2 + y^2)*(epsilon^2*lambda - 1)^2 - 1) + (der(der(y)) + y*lambda + 1) = 0;
  der(der(x)) = 0;
  der(der(y)) + y*lambda + 1 = 0;
  (x^2 + y^2)*(epsilon^2*lambda - 1)^2 - 1 = 0;
end WeakSpring;
