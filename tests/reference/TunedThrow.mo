model TunedThrow "The speed of a throw is found from its energy, and the start values follow it; wind blows below a height"
  parameter Real E = 12.5, a = 0.6435011087932844 "atan(3/4)", wind = 0.5;
  parameter Real s(fixed = false, start = 1) "speed";
  parameter Real up = s*sin(a);
  Real x(start = 0, fixed = true), h(start = 0, fixed = true);
  Real vx(start = s*cos(a), fixed = true), vy(start = up, fixed = true);
equation
  der(x) = vx;
  der(h) = vy;
  der(vx) = if h < 100 then wind else 0;
  der(vy) = -10;
initial equation
  (vx^2 + vy^2)/2 = E;
end TunedThrow;
// s = 5, so vx = 4 and vy = 3 at the start: x = 4 t + t^2/4, h = 3 t - 5 t^2.
//: --rtol 1e-11 --stop 0.5
//: x = 2.0625 +- 1e-10
//: h = 0.25 +- 1e-10
//: vx = 4.25 +- 1e-10
//: vy = -2 +- 1e-10
