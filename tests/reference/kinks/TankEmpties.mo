model TankEmpties "Torricelli: empty at t = 2, and dry from then on"
  Real x(start = 1, fixed = true), out(start = 0, fixed = true);
equation
  der(x) = -sqrt(max(x, 0));
  der(out) = sqrt(max(x, 0));
end TankEmpties;
//: --rtol 1e-7 --stop 5
//: x = 0 +- 1e-6
//: out = 1 +- 1e-6
//: events = 0
