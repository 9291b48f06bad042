// Modifiers through records, extends and short classes: the outermost counts, and values that depend on a modified one follow it.
model LayersOfModifiers
  record Data
    parameter Real a = 1;
    parameter Real b = 2*a;
  end Data;
  model A
    Data p;
    Real x(start = p.b, fixed = true);
  equation
    der(x) = -p.a*x;
  end A;
  model B
    extends A(p(a = 3));
  end B;
  model C = B(x(start = 7));
  model Sum
    parameter Integer m = 1;
    parameter Real c[m];
    Real y = sum(c);
  end Sum;
  parameter Integer n = 2;
  parameter Real R[n] = {1, 2};
  A a;
  B b;
  C c[2](p(b = {5, 6}));
  Sum s(m = n, c = R), t(m = 3, c = 1:3), none(m = 0, c = fill(0, 0));
end LayersOfModifiers;
// 2 exp(-1), 6 exp(-3), 7 exp(-3)
//: --rtol 1e-10 --stop 1
//: a.x = 0.735758882342885 +- 1e-8
//: b.x = 0.298722410207184 +- 1e-8
//: c[1].x = 0.348509478575048 +- 1e-8
//: c[2].x = 0.348509478575048 +- 1e-8
//: s.y = 3 +- 0
//: t.y = 6 +- 0
//: none.y = 0 +- 0
