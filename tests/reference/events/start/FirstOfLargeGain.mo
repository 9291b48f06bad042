// 8.6: initial equations, an active when and equations through y and z hold together; a sweep makes 27 times its round-off of it.
// By hand: pre(a) = 81/28, pre(b) = -43/7, a = 1/28, b = -19/28.
model FirstOfLargeGain
  parameter Real c = 2;
  discrete Real a(start = 1), b(start = -3);
  Real y, z, x(start = 2, fixed = true);
initial equation
  1 + a - 2*b + 3*c + pre(a) + 2*pre(b) + 1 = 0;
  pre(a) = 3*c - y;
equation
  der(x) = 0;
  b = 3*a - 2*c + 0.5*y + 0.25*z + 0.5;
  y = c - a + 2*b + x + 0.5;
  z = c - a - b + x;
  when {initial(), time > 5} then
    a = 3*c - pre(a) + 0.5*pre(b);
  end when;
  annotation(experiment(StopTime = 0.1));
end FirstOfLargeGain;
//: a = 0.03571428571428571 +- 1e-11
//: b = -0.6785714285714286 +- 1e-11
