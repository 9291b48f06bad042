model VoltageDoubler "Peak detector with two ideal diodes: clamp and rectifier double the amplitude of the source"
  parameter Real C1 = 1, C2 = 1;
  Real v1(start = 0, fixed = true) "from source to the node of the diodes", v2(start = 0, fixed = true) "output";
  Real a, u1, u2, i1, i2;
  Real s1 "diode from ground to node a", s2 "diode from node a to the output";
equation
  a = sin(time) - v1;
  C1*der(v1) = i2 - i1;
  C2*der(v2) = i2;
  u1 = -a;
  u2 = a - v2;
  u1 = if s1 < 0 then s1 else 0;
  i1 = if s1 < 0 then 0 else s1;
  u2 = if s2 < 0 then s2 else 0;
  i2 = if s2 < 0 then 0 else s2;
end VoltageDoubler;
// Both blocking: nothing moves, two freedoms. One conducting: one constraint of index 2. The output peaks are
// 1/2, 5/4, 13/8, ... = 2 - 3/2^n; v1 = v2 - 9/4 after the third. All turn-off instants are crests of the source.
//: --rtol 1e-9 --stop 15
//: v2 = 1.625 +- 1e-8
//: v1 = -0.625 +- 1e-8
//: events = 9
