// 8.3.6: a stone falls on a rope of length 1; where the rope tautens it stops (reinit) and hangs, the tension unknown (another index);
// the rope breaks at 2, and it falls from rest.
model RopeTautens
  Real y(start = 0, fixed = true), v(start = -1, fixed = true), F;
  Boolean taut(start = false, fixed = true);
equation
  der(y) = v;
  der(v) = -9.81 + F;
  if taut then
    der(v) = 0;
  else
    F = 0;
  end if;
  when y <= -1 then
    taut = true;
    reinit(v, 0);
  elsewhen time >= 2 then
    taut = false;
  end when;
  annotation(experiment(StopTime = 2.5, Tolerance = 1e-9));
end RopeTautens;
//: run --every 0.25
//: at 1 F = 9.81 +- 1e-9
//: at 1 y = -1 +- 1e-7
//: y = -2.2262500000000003 +- 1e-6
//: v = -4.905 +- 1e-6
