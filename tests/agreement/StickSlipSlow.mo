//: stiff
//: x = 0.5647401087863154
//: v = -0.3008515958571109
model StickSlipSlow "stick and slip on a belt, friction that falls with speed; scipy Radau"
  Real x(start = 0, fixed = true), v(start = 0, fixed = true), vr = 0.3 - v;
equation
  der(x) = v;
  der(v) = -x + (1 + 0.3*exp(-(vr/0.1)^2))*tanh(vr/1e-3);
  annotation(experiment(StopTime = 30));
end StickSlipSlow;
