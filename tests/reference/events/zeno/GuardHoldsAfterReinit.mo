// 8.5: the jump puts x on the threshold from which it rises at once: the guard holds again in the same instant, for ever.
model GuardHoldsAfterReinit
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  when x > 0.5 then
    reinit(x, 0.5);
  end when;
  annotation(experiment(StopTime = 1));
end GuardHoldsAfterReinit;
//: exit 3
//: says x > 0.5
//: says number 0.5 +- 1e-4
//: final x <= 0.500001
