// 8.5: PWM voltage on an RL load; in each piece i approaches u/R with L/R. 20 periods in closed form.
model ChopperRL
  parameter Real R = 2, L = 0.01, V = 12, T = 1e-3, duty = 0.3;
  Real i(start = 0, fixed = true), u;
  Boolean on(start = false, fixed = true);
  discrete Real off(start = 0, fixed = true);
equation
  L*der(i) = u - R*i;
  u = if on then V else 0;
  when sample(0, T) then
    on = true;
    off = time + duty*T;
  elsewhen time >= pre(off) then
    on = false;
    off = pre(off);
  end when;
  annotation(experiment(StopTime = 0.01999999, Tolerance = 1e-10));
end ChopperRL;
//: i = 1.645076852733404 +- 1e-6
//: on = 0
