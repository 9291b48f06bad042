model LiftOff "A winch pulls a load by a spring: it stays on the floor (index 3, no freedom) until its weight is carried"
  parameter Real m = 2, k = 50, g = 9.81, c = 0.5 "speed of the winch";
  Real y(start = 0), v(start = 0), N;
  Real s(start = 1) "force of the floor, or minus the height";
equation
  der(y) = v;
  m*der(v) = k*(c*time - y) - m*g + N;
  N = if s > 0 then s else 0;
  y = if s > 0 then 0 else -s;
end LiftOff;
// N = m g - k c t vanishes at t1 = m g/(k c); then with r = t - t1, w^2 = k/m: y = c (r - sin(w r)/w).
//: --rtol 1e-10 --stop 2
//: y = 0.628170622112642 +- 1e-8
//: v = 0.0106931048437265 +- 1e-8
//: index = 3
//: dof = 0
//: events = 1
