// 4.5.1, 8.6: a Boolean and an Integer parameter with fixed = false have the values that
// the initial equations give them, here from the point itself: of the two roots of
// d^2 + 2 B d = C the one nearer to the guess. B = 1, C = 3: d = 1 or -3.
model BranchFromPoint
  parameter Real guess = 2;
  parameter Boolean upper(fixed = false);
  parameter Integer turns(fixed = false, start = 7);
  Real x(start = 1, fixed = true), k, d, y(start = 0, fixed = true);
initial equation
  upper = abs(k - x - guess) <= abs(-k - x - guess);
  turns = if x > 0.5 then 2 else 3;
equation
  der(x) = 0;
  k = sqrt(x^2 + 3);
  d = (if upper then k else -k) - x;
  der(y) = turns*d;
  annotation(experiment(StopTime = 1));
end BranchFromPoint;
//: run --set guess=2
//: d = 1 +- 1e-12
//: upper = 1
//: turns = 2
//: y = 2 +- 1e-9
//: run --set guess=-2
//: d = -3 +- 1e-12
//: upper = 0
//: y = -6 +- 1e-9
