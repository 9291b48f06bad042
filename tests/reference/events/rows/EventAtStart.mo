// The first row holds the values after the initialisation and its event; a tick at the start is in it, or in a second row.
model EventAtStart
  Real x(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(x) = n;
  when sample(0, 0.4) then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 1));
end EventAtStart;
//: at 0 n = 1
//: n = 3
//: x = 1.8 +- 1e-8
//: run --points 10
//: run --every 0.2
