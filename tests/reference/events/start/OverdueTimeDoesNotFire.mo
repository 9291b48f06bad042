// 8.6: time >= pre(next) is true at initialisation and stays true: it never becomes true. No states.
model OverdueTimeDoesNotFire
  discrete Real next(start = -0.35, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  when time >= pre(next) then
    next = pre(next) + 0.1;
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 1));
end OverdueTimeDoesNotFire;
//: n = 0
//: next = -0.35 +- 1e-15
