// 8.6: a steady state of two coupled difference equations: y = 0.5*z + 1 and z = 0.25*y + 2 give y = 16/7, z = 18/7.
model FirstSteadyOfTwo
  discrete Real y, z;
equation
  when {initial(), sample(0.25, 0.25)} then
    y = 0.5*pre(z) + 1;
    z = 0.25*pre(y) + 2;
  end when;
initial equation
  y = pre(y);
  z = pre(z);
  annotation(experiment(StopTime = 1));
end FirstSteadyOfTwo;
//: at 0 y = 2.2857142857142857 +- 1e-14
//: at 0 z = 2.5714285714285714 +- 1e-14
//: y = 2.2857142857142857 +- 1e-13
//: z = 2.5714285714285714 +- 1e-13
