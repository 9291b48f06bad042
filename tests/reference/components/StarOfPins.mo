// Arrays of connectors joined as wholes and one by one: a star of three resistors on three sources, with its centre to ground.
model StarOfPins
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  model Resistor
    parameter Real R = 1;
    Pin p, n;
  equation
    p.v - n.v = R*p.i;
    p.i + n.i = 0;
  end Resistor;
  model Ground
    Pin p;
  equation
    p.v = 0;
  end Ground;
  model Sources
    Pin p[3];
  equation
    for k in 1:3 loop
      p[k].v = k*time;
    end for;
  end Sources;
  model Star
    Pin p[3], n;
    Resistor r[3](R = {1, 2, 3});
  equation
    connect(p, r.p);
    for k in 1:3 loop
      connect(r[k].n, n);
    end for;
  end Star;
  Sources s;
  Star star;
  Resistor centre;
  Ground g;
equation
  connect(s.p, star.p);
  connect(star.n, centre.p);
  connect(centre.n, g.p);
end StarOfPins;
// v (1 + 1/2 + 1/3 + 1) = 3 t
//: --stop 2
//: centre.p.v = 2.11764705882353 +- 1e-12
//: star.r[3].p.i = 1.29411764705882 +- 1e-12
