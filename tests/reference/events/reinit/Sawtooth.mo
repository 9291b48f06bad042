// 8.3.6: x is reset at each unit; the integral of the sawtooth over 3.5 is 1.5 + 0.125. Two rows at each event.
model Sawtooth
  Real x(start = 0, fixed = true), y(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(x) = 1;
  der(y) = x;
  when x >= 1 then
    reinit(x, 0);
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 3.5, Tolerance = 1e-10));
end Sawtooth;
//: x = 0.5 +- 1e-7
//: y = 1.625 +- 1e-7
//: n = 3
//: at 1 before x = 1 +- 1e-7
//: at 1 after x = 0 +- 1e-12
