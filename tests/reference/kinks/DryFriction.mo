model DryFriction "A block on a spring with dry friction, released at rest; two half swings"
  parameter Real f = 0.2;
  Real x(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -x - f*sign(v);
end DryFriction;
// 0.8 cos t + 0.2 until t = pi, then -0.2 - 0.4 cos(t - pi).
//: --rtol 1e-9 --stop 6
//: x = 0.18406811466 +- 1e-7
//: v = 0.11176619928 +- 1e-7
//: events = 0
