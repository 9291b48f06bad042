//: degree 3, independent 0
model Holmes "Duffing's oscillator, damped and driven: Holmes (1979)"
  parameter Real d = 0.25, k = 0.3, w = 1;
  Real x(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = x - x^3 - d*v + k*cos(w*time);
end Holmes;
