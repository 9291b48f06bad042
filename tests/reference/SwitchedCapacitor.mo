model SwitchedCapacitor "A capacitor is switched to and fro between a source and a loaded one: two different constraints, charge kept"
  parameter Real E = 1, C1 = 1, C2 = 2, R = 2;
  Real u1(start = 1), u2(start = 0, fixed = true), iE, iT;
  Boolean charging(start = true, fixed = true);
equation
  C1*der(u1) = iE - iT;
  C2*der(u2) = iT - u2/R;
  if charging then
    u1 = E;
    iT = 0;
  else
    u1 = u2;
    iE = 0;
  end if;
  when sample(0.5, 1) then
    charging = false;
    reinit(u1, (C1*pre(u1) + C2*pre(u2))/(C1 + C2));
    reinit(u2, (C1*pre(u1) + C2*pre(u2))/(C1 + C2));
  elsewhen sample(1, 1) then
    charging = true;
    reinit(u1, E);
  end when;
end SwitchedCapacitor;
// u2 decays with R C2 while C1 is charged, with R (C1 + C2) after the charges were shared: a recursion of exponentials.
//: --rtol 1e-10 --stop 3.25
//: u1 = 1 +- 1e-10
//: u2 = 0.528459072585826 +- 1e-9
//: index = 2
//: dof = 1
//: events = 6
