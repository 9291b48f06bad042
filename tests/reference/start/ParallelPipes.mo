model ParallelPipes "two pipes between a pump and a sink: at the guess all flows are zero, and all comparisons true, which is a mode without a solution"
  Real a1, b1, a2, b2 "flows into the ends of the pipes";
  Real p, sink;
  Real A1, B1, A2, B2, P, S "enthalpy flows";
  Real h, g "enthalpy where the pipes meet";
  Real h1(start = 2, fixed = true), h2(start = 4, fixed = true) "in the pipes";
  Real drop;
  parameter Real source = 1, environment = 9;
equation
  p = -2 - sin(time);
  p + a1 + a2 = 0;
  a1 + b1 = 0;
  a2 + b2 = 0;
  b1 + b2 + sink = 0;
  drop = a1 + a1^3;
  drop = 3*a2 + 27*a2^3;
  P = semiLinear(p, h, source);
  A1 = semiLinear(a1, h, h1);
  A2 = semiLinear(a2, h, h2);
  P + A1 + A2 = 0;
  B1 = semiLinear(b1, g, h1);
  B2 = semiLinear(b2, g, h2);
  S = semiLinear(sink, g, environment);
  B1 + B2 + S = 0;
  der(h1) = A1 + B1;
  der(h2) = A2 + B2;
end ParallelPipes;
// a1 = 3 a2 = 3/4 (2 + sin t); der(h1) = a1 (1 - h1), der(h2) = a2 (1 - h2); q = 2 t + 1 - cos t is what has passed
//: --rtol 1e-11 --stop 1
//: a1 = 2.1311032386059 +- 1e-10
//: h1 = 1.1580611539381 +- 1e-9
//: h2 = 2.6220452697465 +- 1e-9
//: g = 1.5240571828902 +- 1e-9
