// 10.5: false and true are the subscripts of the two elements of a dimension Boolean, also where they change and on the left.
model BooleanSubscripts
  Boolean b = time > 0.5;
  Real x[Boolean] = {1, 2}, y = x[b], last = x[true], v[Boolean];
  Integer c[Boolean](each start = 0, each fixed = true), d[Boolean](each start = 0, each fixed = true);
equation
  for k in Boolean loop
    v[k] = if k then 3 else 4;
  end for;
algorithm
  when time > 0.25 then
    c[b] := 5;
  end when;
algorithm
  when time > 0.75 then
    d[b] := 7 + pre(c[not b]);
  end when;
  annotation(experiment(StopTime = 1));
end BooleanSubscripts;
//: at 0.25 after y = 1
//: y = 2 +- 0
//: last = 2 +- 0
//: v[1] = 4 +- 0
//: v[2] = 3 +- 0
//: c[1] = 5 +- 0
//: c[2] = 0 +- 0
//: d[1] = 0 +- 0
//: d[2] = 12 +- 0
