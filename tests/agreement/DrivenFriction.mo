//: stiff
//: v = -0.0001143699994688521
//: x = 0.8083281897740496
model DrivenFriction "sticks and slides by turns under a periodic force; scipy Radau"
  Real v(start = 0, fixed = true), x(start = 0, fixed = true);
equation
  der(v) = 1.5*sin(time) - tanh(v/1e-4);
  der(x) = v;
  annotation(experiment(StopTime = 10));
end DrivenFriction;
