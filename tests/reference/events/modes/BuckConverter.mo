// 8.5: L = 1 mH, C = 0.1 mF, R = 10, 10 V at 10 kHz with duty 0.4: 20 periods, each piece by RK4 (400 steps).
model BuckConverter
  Real i(start = 0, fixed = true), v(start = 0, fixed = true);
  Boolean on(start = true, fixed = true);
equation
  1e-3*der(i) = (if on then 10 else 0) - v;
  1e-4*der(v) = i - v/10;
  when sample(0.4e-4, 1e-4) then
    on = false;
  elsewhen sample(1e-4, 1e-4) then
    on = true;
  end when;
  annotation(experiment(StopTime = 2e-3, Tolerance = 1e-10));
end BuckConverter;
//: i = 0.1595738850971401 +- 1e-6
//: v = 2.5304636299905816 +- 1e-6
