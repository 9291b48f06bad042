model CapacitorsInParallel "A parameter decides on the index: two capacitors joined by a resistor, or directly when it is zero"
  parameter Real R = 1 "between the capacitors", C1 = 1, C2 = 2, load = 3;
  Real u1(start = 1, fixed = true), u2(start = 0), i;
equation
  C1*der(u1) = -i;
  C2*der(u2) = i - u2/load;
  if R > 0 then
    R*i = u1 - u2;
  else
    u1 = u2;
  end if;
end CapacitorsInParallel;
// Joined, u1 = u2 = exp(-t/(load (C1 + C2))): the guess of u2 gives way.
//: --rtol 1e-10 --stop 2 --set R=0
//: u1 = 0.800737402916808 +- 1e-10
//: u2 = 0.800737402916808 +- 1e-10
//: index = 2
//: dof = 1
//: events = 0
