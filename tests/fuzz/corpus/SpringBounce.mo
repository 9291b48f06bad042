model SpringBounce "A ball falls on a spring and comes back: contact by an if-expression"
  parameter Real k = 1000 "stiffness";
  parameter Real g = 9.81;
  Real h(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(h) = v;
  der(v) = if h < 0 then -k*h - g else -g;
end SpringBounce;
// Free fall for sqrt(2/g), then a harmonic half wave about -g/k with frequency sqrt(k), by symmetry
// lasting (pi + 2 atan(g/(sqrt(k) v0)))/sqrt(k) with v0 = sqrt(2 g), and up again.
//: --rtol 1e-10 --stop 1
//: h = 0.999772164959262 +- 1e-8
//: v = 0.0668589821884691 +- 1e-8
//: events = 2
