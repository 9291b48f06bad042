// 8.5: der(w) = 1 - brake; a brake of 3 acts from 1 on until the shaft stands, at 1.5; then the load of 1 cannot move it (3 > 1); let go
// at 3.
model BrakeOnCommand
  Real w(start = 0, fixed = true), f;
  Boolean on = time >= 1 and time < 3, locked(start = false, fixed = true);
equation
  der(w) = 1 - f;
  if locked then
    der(w) = 0;
  else
    f = if on then 3 else 0;
  end if;
  when not on then
    locked = false;
  elsewhen on and w <= 0 then
    locked = true;
  end when;
  annotation(experiment(StopTime = 4, Tolerance = 1e-9));
end BrakeOnCommand;
//: run --every 0.5
//: at 2 w = 0 +- 1e-7
//: at 2 f = 1 +- 1e-9
//: w = 1 +- 1e-7
