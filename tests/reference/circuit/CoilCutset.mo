model CoilCutset "Three coils meet at two nodes with a resistor between: their currents sum to zero, and index 2 follows"
  // A cut-set of coils around more than one node (Estévez Schwarz, Tischendorf 2000): the two node equations must be added to see it.
  parameter Real L1 = 1, L2 = 2, L3 = 0.5, R = 2, R3 = 1;
  Real i1, i2(start = 0.2, fixed = true), i3(start = -0.1, fixed = true), ea, eb;
equation
  L1*der(i1) = 1 + sin(3*time) - ea;
  L2*der(i2) = eb;
  L3*der(i3) + R3*i3 = eb;
  i1 = (ea - eb)/R;
  (ea - eb)/R = i2 + i3;
end CoilCutset;
// i2 and i3 as states, ea and eb from i1 = i2 + i3 and its derivative, in 30 digits.
//: --rtol 1e-10 --stop 1
//: i1 = 0.599458205992449 +- 1e-8
//: i2 = 0.357372779716313 +- 1e-8
//: i3 = 0.242085426276136 +- 1e-8
//: ea = 1.32073768302125 +- 1e-8
//: eb = 0.121821271036354 +- 1e-8
//: dof = 2
//: index = 2
