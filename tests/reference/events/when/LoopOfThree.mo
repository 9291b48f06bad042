// 8.4: a = b + 1, b = c/2, c = a + 2 over two clauses and an equation: a = 4, b = 3, c = 6.
model LoopOfThree
  discrete Real a(start = 0, fixed = true), b(start = 0, fixed = true);
  Real c, x(start = 0, fixed = true);
equation
  der(x) = c;
  c = a + 2;
  when time >= 0.5 then
    a = b + 1;
  end when;
  when time >= 0.5 then
    b = c/2;
  end when;
  annotation(experiment(StopTime = 1));
end LoopOfThree;
//: a = 4 +- 1e-12
//: b = 3 +- 1e-12
//: c = 6 +- 1e-12
//: x = 4 +- 1e-8
