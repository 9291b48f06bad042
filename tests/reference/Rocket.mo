model Rocket "A rocket burns for a second, coasts, and falls under a parachute that opens at the top"
  parameter Real burn = 1, thrust = 60, rate = 1 "of mass", g = 9.81, c = 2.4525 "drag per mass";
  Real m(start = 3, fixed = true), h(start = 0, fixed = true), v(start = 0, fixed = true);
equation
  der(m) = if time < burn then -rate else 0;
  der(h) = v;
  der(v) = (if time < burn then thrust/m else 0) - g - (if v < 0 then c*v*abs(v) else 0);
end Rocket;
// Tsiolkovsky: v = 60 ln(3/(3 - t)) - g t; then g alone; with the parachute v = -2 tanh(g r/2), h falls by (4/g) ln cosh(g r/2).
//: --rtol 1e-10 --stop 3.5
//: m = 2 +- 1e-10
//: h = 15.4242049432709 +- 1e-7
//: v = -1.99981969203104 +- 1e-8
