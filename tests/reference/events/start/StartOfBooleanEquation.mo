// 8.6: b has an equation, so its start value is of pre(b) only: after the iteration b and pre(b) are false, and nothing rises before 0.5.
model StartOfBooleanEquation
  Boolean b(start = true, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  b = time > 0.5;
  when b then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 1));
end StartOfBooleanEquation;
//: n = 1
//: at 0 b = 0
