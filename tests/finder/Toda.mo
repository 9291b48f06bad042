//: degree 3, independent 4
//: integral der(x) + der(y) + der(z)
//: integral x + y + z - time*(der(x) + der(y) + der(z))
//: integral (der(x)^2 + der(y)^2 + der(z)^2)/2 + exp(x - y) + exp(y - z) + exp(z - x)
//: integral der(x)*der(y)*der(z) - der(x)*exp(y - z) - der(y)*exp(z - x) - der(z)*exp(x - y)
model Toda "Three particles on a ring: Henon (1974)"
  Real x(start = 0.3, fixed = true), y(start = 0, fixed = true), z(start = -0.5, fixed = true);
  Real u(start = 0.2, fixed = true), v(start = 0.4, fixed = true), w(start = -0.1, fixed = true);
equation
  der(x) = u;
  der(y) = v;
  der(z) = w;
  der(u) = exp(z - x) - exp(x - y);
  der(v) = exp(x - y) - exp(y - z);
  der(w) = exp(y - z) - exp(z - x);
end Toda;
