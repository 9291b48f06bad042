// 3.7.4.1: what is delayed may be faster than the steps, which nothing else limits here, and much smaller than 1.
model FastSignal
  Real y, z;
equation
  y = delay(sin(200*time), 1);
  z = delay(1e-6*cos(3*time), 1);
  annotation(experiment(StopTime = 1.9));
end FastSignal;
//: y = -0.80115263573383044 +- 1e-5
//: z = -9.0407214201706118e-07 +- 1e-11
