// 8.5, 3.7.3.2: the same with min and max.
// At y = 1 the solution ends where k (b - v) = 1, at v = 0.499; the other one there is y = -1. v = 1 - exp(-t)
// until log(1/0.501) = 0.691149178, then the half period is log(1.499/0.501) = 1.095947397.
model SchmittOscillatorByMin
  parameter Real k = 1000, b = 0.5;
  Real v(start = 0, fixed = true), y(start = 1), x;
equation
  der(v) = y - v;
  x = k*(b*y - v);
  y = max(-1, min(1, x));
  annotation(experiment(StopTime = 5, Tolerance = 1e-9));
end SchmittOscillatorByMin;
//: says jumps from 1 to -1: beyond a kink the algebraic equations have no solution nearby
//: v = 0.460013106994 +- 1e-6
//: y = 1 +- 1e-9
//: always v <= 0.4990001
//: always v >= -0.4990001
