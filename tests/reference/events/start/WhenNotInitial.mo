// 8.6: 'when not initial()' is inactive during initialisation and acts once when the simulation starts.
model WhenNotInitial
  Integer n(start = 0, fixed = true);
  discrete Real t(start = -1, fixed = true);
  Real x(start = 0, fixed = true);
equation
  der(x) = n;
  when not initial() then
    n = pre(n) + 1;
    t = time;
  end when;
  annotation(experiment(StopTime = 1));
end WhenNotInitial;
//: n = 1
//: t = 0
//: x = 1 +- 1e-8
