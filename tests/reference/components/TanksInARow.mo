// Slices of arrays of components in connect: three tanks with two pipes. Modes (1, 0, -1) and (1, -2, 1) of rates 1 and 3.
model TanksInARow
  connector Port
    Real p;
    flow Real q;
  end Port;
  model Tank
    Real h(start = 0, fixed = true);
    Port b;
  equation
    der(h) = b.q;
    b.p = h;
  end Tank;
  model Pipe
    Port a, b;
  equation
    a.q = a.p - b.p;
    a.q + b.q = 0;
  end Pipe;
  Tank t[3](h(start = {3, 0, 0}));
  Pipe p[2];
  Real total = sum(t[i].h for i in 1:3);
equation
  connect(t[1:2].b, p.a);
  connect(t[2:3].b, p.b);
end TanksInARow;
// h1 = 1 + 3/2 exp(-t) + 1/2 exp(-3 t), h2 = 1 - exp(-3 t)
//: --rtol 1e-10 --stop 1
//: total = 3 +- 1e-10
//: t[1].h = 1.57671269554065 +- 1e-8
//: t[2].h = 0.950212931632136 +- 1e-8
