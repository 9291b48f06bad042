// 3.7.4.1: a state that reinit sets back is delayed with its jumps, and a kink of abs with its kink.
model Sawtooth
  Real x(start = 0, fixed = true), y, z;
equation
  der(x) = 1;
  when x >= 1 then
    reinit(x, 0);
  end when;
  y = delay(x, 0.25);
  z = delay(abs(2*time - 1), 0.75);
  annotation(experiment(StopTime = 2.5));
end Sawtooth;
//: y = 0.25 +- 1e-9
//: run --every 0.125
//: at 0.125 y = 0
//: at 0.75 z = 1
//: at 1.125 z = 0.25 +- 1e-9
//: at 1.25 before y = 1 +- 1e-9
//: at 1.25 after y = 0 +- 1e-9
//: at 1.5 z = 0.5 +- 1e-9
//: at 2.125 y = 0.875 +- 1e-9
