// A resistor chain charges a capacitor: connect gives Kirchhoff's laws, also for a component made of components, and
// a pin that nothing is connected to carries no current.
connector Pin
  Real v;
  flow Real i;
end Pin;
partial model TwoPins
  Pin p, n;
  Real v, i;
equation
  v = p.v - n.v;
  i = p.i;
  p.i + n.i = 0;
end TwoPins;
model Resistor
  extends TwoPins;
  parameter Real R = 1;
equation
  v = R*i;
end Resistor;
model Capacitor
  extends TwoPins;
  parameter Real C = 1;
equation
  C*der(v) = i;
end Capacitor;
model Battery
  extends TwoPins;
  parameter Real V = 1;
equation
  v = V;
end Battery;
model Ground
  Pin p;
equation
  p.v = 0;
end Ground;
model Pair "Two resistors in series"
  Pin p, n;
  Resistor a, b(R = 3);
equation
  connect(p, a.p);
  connect(a.n, b.p);
  connect(b.n, n);
end Pair;
model SeriesCircuit
  Pair r(a(R = 1));
  Capacitor c(C = 0.25, v(start = 0, fixed = true));
  Battery s(V = 5);
  Ground g;
  Resistor open(R = 7);
equation
  connect(s.p, r.p);
  connect(r.n, c.p);
  connect(c.n, s.n);
  connect(s.n, g.p);
  connect(c.p, open.p);
end SeriesCircuit;
// R C = 1: v = 5 (1 - exp(-t)), i = 5/4 exp(-t)
//: --rtol 1e-10 --stop 1
//: c.v = 3.16060279414279 +- 1e-8
//: c.i = 0.459849301464303 +- 1e-8
//: r.a.v = 0.459849301464303 +- 1e-8
//: r.b.n.i = -0.459849301464303 +- 1e-8
//: open.i = 0 +- 1e-14
//: g.p.i = 0 +- 1e-14
