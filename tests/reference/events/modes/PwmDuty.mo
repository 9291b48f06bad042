// 8.5: the integral of a PWM signal is its duty: 10 periods of 0.1 with 0.35; a comparison with a sawtooth makes it.
model PwmDuty
  Real saw(start = 0, fixed = true), y(start = 0, fixed = true);
  Boolean on = saw < 0.35;
equation
  der(saw) = 10;
  der(y) = if on then 1 else 0;
  when sample(0.1, 0.1) then
    reinit(saw, 0);
  end when;
  annotation(experiment(StopTime = 0.95, Tolerance = 1e-10));
end PwmDuty;
// nine whole periods and 0.35 of the tenth
//: y = 0.35 +- 1e-7
