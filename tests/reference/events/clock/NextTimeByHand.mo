// 8.5: a time event made by the model: pre(next) moves on in the same instant, so the condition falls and can rise again.
model NextTimeByHand
  discrete Real next(start = 0.3, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  when time >= pre(next) then
    next = pre(next) + 0.3;
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 1));
end NextTimeByHand;
//: n = 3
//: next = 1.2 +- 1e-14
