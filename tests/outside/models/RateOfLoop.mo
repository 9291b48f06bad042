//: done stop=1
model RateOfLoop "A loop of capacitors whose sum is written again in its rate, and mixed with another"
  Real a, b(start = 0, fixed = true), u, w, i;
equation
  der(0.011) = der(der(b) - der(a) + w);
  2*(a - u + w) = 0;
  1.1e-3*(b - w) + 3e5*(a - u + w) = 0;
  der(a) + u + i = 0;
  0.011 = der(b) - der(a) + w;
  0.1*u = 0.1*sin(30*time);
  a - u + w = 0;
end RateOfLoop;
