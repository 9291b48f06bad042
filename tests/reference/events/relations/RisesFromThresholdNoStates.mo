// 8.5: the same in a model without states: u = 1 + time.
model RisesFromThresholdNoStates
  Real u = 1 + time;
  Integer n(start = 0, fixed = true), m(start = 0, fixed = true);
equation
  when u > 1 then
    n = pre(n) + 1;
  end when;
  when u >= 1 then
    m = pre(m) + 1;
  end when;
  annotation(experiment(StopTime = 1));
end RisesFromThresholdNoStates;
// u >= 1 is true at initialisation: it does not fire
//: n = 1
//: m = 0
