//: stop=0.8
model MixedConstraint "A constraint mixed into a rate with weights of 1e-3 and 3e5"
  parameter Real c1 = 1, c2 = 1, c3 = 1, c4 = 3.35, c5 = 1, c6 = 1;
  Real y1(start = 1, fixed = true), y2(start = 1, fixed = true);
  Real y3(start = 1), y4(start = 1), y5(start = 1);
equation
  1.1e-3*(c2*y4*y5^2 + c4*y4 - y3) + 3e5*(75*der(y2) + 5*der(y3) + y3 - c1) = 0;
  der(y1) - y2 = 0;
  75*der(y2) + 5*der(y3) + y3 - c1 = 0;
  der(y4) + y5 = 0;
  c2*y4*y5^2 + c4*y4 - y3 = 0;
  y1^2*y4^2 = 0;
end MixedConstraint;
