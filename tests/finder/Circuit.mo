//: degree 2, independent 1
//: integral L*i^2 + C*v^2
model Circuit "A coil and a capacitor, with the nodes and wires of a circuit"
  parameter Real L = 0.5, C = 0.2;
  Real v(start = 1, fixed = true), i(start = 0, fixed = true), vL, iC;
equation
  C*der(v) = iC;
  L*der(i) = vL;
  vL = v;
  iC + i = 0;
end Circuit;
