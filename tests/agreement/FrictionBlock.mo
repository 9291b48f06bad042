//: stiff
//: x = 0.1982192111104264
model FrictionBlock "a block on a spring with saturated friction comes to rest; scipy Radau"
  Real x(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -x - 0.2*tanh(v/1e-4);
  annotation(experiment(StopTime = 12));
end FrictionBlock;
