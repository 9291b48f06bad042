//: done stop=0.3
model SourceInLoop "A source in a loop: e1 = sin(t) must not be taken from the charges"
  Real q1, q2(start = 1, fixed = true);
  Real e1, e2;
equation
  0 = der(q2) - der(q1);
  0 = e1 - sin(time);
  0 = q1 - e1 + e2;
  1 = q2 - e2;
end SourceInLoop;
