//: stiff
//: v = 0.7872596768945624
model Rectifier "a diode charges a capacitor; scipy Radau"
  Real v(start = 0, fixed = true), i;
equation
  i = 1e-9*(exp((2*sin(6*time) - v)/0.05) - 1);
  1e-5*der(v) = i - v/1e5;
  annotation(experiment(StopTime = 2));
end Rectifier;
