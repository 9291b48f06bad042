// 8.6: pre(b) from a relation of unknowns that the initial problem gives: y = 2*x = 3 > 2.5.
model FirstFromRelation
  Real x, y;
  Boolean b, c;
initial equation
  x = 1.5;
  pre(b) = y > 2.5;
  c = not b;
equation
  der(x) = if b then 1 else -1;
  y = 2*x;
  when y > 4 then
    b = false;
    c = pre(b);
  end when;
  annotation(experiment(StopTime = 1, Tolerance = 1e-9));
end FirstFromRelation;
//: at 0 b = 1
//: at 0 c = 0
//: b = 0
//: c = 1
//: x = 1.5 +- 1e-7
