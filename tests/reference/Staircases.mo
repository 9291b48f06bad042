model Staircases "The integrals of floor, ceil, mod, abs and sign"
  Real a(start = 0, fixed = true), b(start = 0, fixed = true), c(start = 0, fixed = true), d(start = 0, fixed = true);
  Real e(start = 0, fixed = true);
equation
  der(a) = floor(2*time);
  der(b) = mod(time, 0.7);
  der(c) = abs(sin(3*time));
  der(d) = sign(cos(time));
  der(e) = ceil(3*sin(time));
end Staircases;
// Sums of pieces: steps of floor at n/2, teeth of mod at 0.7 n, arches of 2/3, signs at pi/2 + n pi, asin(k/3).
//: --rtol 1e-10 --stop 4.2
//: a = 15.6 +- 1e-9
//: b = 1.47 +- 1e-9
//: c = 2.66685513816633 +- 1e-9
//: d = -1.05840734641021 +- 1e-9
//: e = 6.23839870226788 +- 1e-9
