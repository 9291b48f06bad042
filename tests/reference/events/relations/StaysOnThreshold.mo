// 8.5: x stays at 1 for ever: < and > are false, <= and >= true, and nothing fires.
model StaysOnThreshold
  Real x(start = 1, fixed = true);
  Boolean less = x < 1, most = x <= 1, least = x >= 1, more = x > 1;
  Integer n(start = 0, fixed = true);
equation
  der(x) = 0;
  when {less, most, least, more} then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 1));
end StaysOnThreshold;
//: less = 0
//: most = 1
//: least = 1
//: more = 0
//: n = 0
