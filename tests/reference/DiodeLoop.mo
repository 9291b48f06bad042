model DiodeLoop "A capacitor empties through a resistor and an exponential diode: the current stands in an implicit equation"
  parameter Real C = 1, R = 2, Is = 0.01, Vt = 0.2;
  Real v(start = 3, fixed = true);
  Real i(start = 1), vD(start = 0.5);
equation
  C*der(v) = -i;
  v = R*i + vD;
  i = Is*(exp(vD/Vt) - 1);
end DiodeLoop;
// With y = vD/Vt: t = [C Vt/Is ln(1 - exp(-y)) + R C ln(exp(y) - 1)] between y(t) and y(0), solved for y.
//: --rtol 1e-11 --stop 4
//: v = 1.02334462581176 +- 1e-9
//: i = 0.204909241541379 +- 1e-9
//: vD = 0.613526142728998 +- 1e-9
//: index = 1
