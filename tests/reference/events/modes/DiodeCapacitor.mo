// 8.5: a peak detector: an ideal diode forces the capacitor voltage while it conducts (index 2). v = sin t up to pi/2, then 1.
model DiodeCapacitor
  Real v(start = 0, fixed = true), i;
  Boolean on(start = true, fixed = true);
equation
  der(v) = i;
  if on then
    v = sin(time);
  else
    i = 0;
  end if;
  on = if pre(on) then i > 0 else sin(time) > v;
  annotation(experiment(StopTime = 3, Tolerance = 1e-9));
end DiodeCapacitor;
//: v = 1 +- 1e-7
//: on = 0
//: i = 0
