// 3.7.4.1: a delay time that jumps at an event: what is read jumps with it, of a Real and of an Integer.
model SwitchedDelay
  discrete Real T(start = 0.5, fixed = true);
  Real x, y;
  Integer n(start = 0, fixed = true), m;
equation
  x = time^2;
  when time > 1 then
    T = 0.25;
  end when;
  when sample(0.1, 0.2) then
    n = pre(n) + 1;
  end when;
  y = delay(x, T, 1);
  m = delay(n, T, 1);
  annotation(experiment(StopTime = 2));
end SwitchedDelay;
//: y = 3.0625 +- 1e-9
//: m = 9
//: run --every 0.25
//: at 0.75 y = 0.0625 +- 1e-9
//: at 0.75 m = 1
//: at 1.25 y = 1 +- 1e-9
//: at 1.25 m = 5
