//: degree 3, independent 5
//: the traces of L, L^2, L^3, and those of Q and Q L with time: Moser (1975)
model Calogero "Three particles on a line that repel each other by the inverse cube"
  Real x(start = 1, fixed = true), y(start = 0, fixed = true), z(start = -1.2, fixed = true);
  Real u(start = 0.2, fixed = true), v(start = 0.4, fixed = true), w(start = -0.1, fixed = true);
equation
  der(x) = u;
  der(y) = v;
  der(z) = w;
  der(u) = 2/(x - y)^3 + 2/(x - z)^3;
  der(v) = 2/(y - z)^3 + 2/(y - x)^3;
  der(w) = 2/(z - x)^3 + 2/(z - y)^3;
end Calogero;
