// 8.3.5: a vector fires at the edge of each element, 'or' at its own edge only.
model VectorAndOr
  Integer n(start = 0, fixed = true), m(start = 0, fixed = true);
equation
  when {time > 0.3, time > 0.6} then
    n = pre(n) + 1;
  end when;
  when time > 0.3 or time > 0.6 then
    m = pre(m) + 1;
  end when;
  annotation(experiment(StopTime = 1));
end VectorAndOr;
//: n = 2
//: m = 1
