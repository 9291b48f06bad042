model RectifiedSine "Twenty half waves"
  Real y(start = 0, fixed = true), z(start = 0, fixed = true);
equation
  der(y) = abs(sin(time));
  der(z) = max(sin(time), -0.5) - min(cos(time), 2);
end RectifiedSine;
// The part of sin below -1/2 of a period: -(sqrt(3) - pi/3).
//: --rtol 1e-9 --stop 62.83185307179586
//: y = 40 +- 1e-6
//: z = 6.84853256 +- 1e-6
//: events = 0
