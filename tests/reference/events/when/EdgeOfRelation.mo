// 3.7.5: edge(b) = b and not pre(b); of a comparison it means the same as of a Boolean variable with its value.
model EdgeOfRelation
  Real x(start = 1, fixed = true);
  Integer n(start = 0, fixed = true);
  discrete Real t(start = 0, fixed = true);
equation
  der(x) = -x;
  when edge(x <= 0.5) then
    n = pre(n) + 1;
    t = time;
  end when;
  annotation(experiment(StopTime = 1, Tolerance = 1e-9));
end EdgeOfRelation;
//: n = 1
//: t = 0.6931471805599453 +- 1e-7
