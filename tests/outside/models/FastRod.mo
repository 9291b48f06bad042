//: done stop=2e-8
model FastRod "A rod whose length is driven within nanoseconds: the smallest size of time is not 1e-3"
  parameter Real w = 1e9;
  Real x(start = 1.1, fixed = true), y(start = 0), u(start = 0, fixed = true), v, f;
equation
  der(x) = w*u;
  der(y) = w*v;
  der(u) = -w*f*x;
  der(v) = -w*(f*y + 1);
  x^2 + y^2 = (1 + 0.1*cos(0.7*w*time))^2;
end FastRod;
