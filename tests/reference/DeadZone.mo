model DeadZone "A mass between two springs with free space in between, by min and max"
  parameter Real k = 4, d = 0.5;
  Real x(start = 1.5, fixed = true), v(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -k*(x - max(-d, min(d, x)));
end DeadZone;
// Quarter wave of pi/4, free flight at speed 2 for 1/2, half wave of pi/2, and free again.
//: --rtol 1e-10 --stop 3
//: x = -0.21238898038469 +- 1e-8
//: v = 2 +- 1e-8
//: events = 0
