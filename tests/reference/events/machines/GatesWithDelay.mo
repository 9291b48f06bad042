// 8.5: a glitch: y = a and not pre(a) is true for one sweep only, at each rise of a, and a when sees it.
model GatesWithDelay
  Boolean a = sin(6.283185307179586*time) > 0.5, y;
  Integer n(start = 0, fixed = true);
  Real x(start = 0, fixed = true);
equation
  y = a and not pre(a);
  der(x) = if y then 1000 else 1;
  when y then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 2.9));
end GatesWithDelay;
// rises at 1/12, 13/12, 25/12
//: n = 3
//: x = 2.9 +- 1e-6
//: y = 0
