// 8.5: a relation on its boundary at a tick is left with the others, though the mode behind it has no values: the run ends
// there. It must not go on in the mode before it.
model NoValueBehindTheTick
  Integer c(start = -1, fixed = true);
  Real x(start = 1, fixed = true), v;
equation
  when sample(2, 1e60) then
    c = pre(c);
  end when;
  v = if time < 2 or c == 0 then 1 else log(-x);
  der(x) = -x + v;
  annotation(experiment(StopTime = 5));
end NoValueBehindTheTick;
//: exit 3
//: end = 2
