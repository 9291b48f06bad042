// 3.7.4.1: a delayed condition changes the structure: f is an algebraic unknown first and a state afterwards; its history
// goes through both modes.
model DelayedMode
  Real x(start = 0, fixed = true), f, g;
  Boolean on;
equation
  der(x) = 1;
  on = delay(x > 1, 0.5);
  if on then
    der(f) = 0;
  else
    f = 3*time;
  end if;
  g = delay(f, 1);
  annotation(experiment(StopTime = 3));
end DelayedMode;
//: f = 4.5 +- 1e-8
//: g = 4.5 +- 1e-8
//: run --every 0.25
//: at 0.75 g = 0
//: at 2 g = 3 +- 1e-8
//: at 2.25 g = 3.75 +- 1e-8
//: at 2.75 g = 4.5 +- 1e-8
