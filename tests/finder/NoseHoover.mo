//: degree 2, independent 1
//: integral (x^2 + p^2 + s^2)/2 + h
model NoseHoover "An oscillator with a thermostat: Nose (1984), Hoover (1985)"
  Real x(start = 1, fixed = true), p(start = 0, fixed = true), s(start = 0.1, fixed = true), h(start = 0, fixed = true);
equation
  der(x) = p;
  der(p) = -x - s*p;
  der(s) = p^2 - 1;
  der(h) = s;
end NoseHoover;
