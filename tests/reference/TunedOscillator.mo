model TunedOscillator "A stiffness without a value: the initial equations ask for a given acceleration"
  parameter Real m = 0.5;
  parameter Real k(fixed = false, start = 1);
  Real x(start = 2, fixed = true), v(start = 0, fixed = true);
initial equation
  der(v) = -18;
equation
  der(x) = v;
  m*der(v) = -k*x;
end TunedOscillator;
// k = 4.5, so x = 2 cos(3 t).
//: --rtol 1e-11 --stop 2
//: x = 1.92034057330073 +- 1e-9
//: v = 1.67649298919356 +- 1e-9
