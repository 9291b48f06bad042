// 8.6: pre(n) is an unknown of the initial problem; n = pre(n) while the when is inactive.
model InitialPreOfInteger
  Integer n(start = 9);
  Real x(start = 0, fixed = true);
initial equation
  pre(n) = 3;
equation
  der(x) = n;
  when time > 0.5 then
    n = 2*pre(n);
  end when;
  annotation(experiment(StopTime = 1));
end InitialPreOfInteger;
//: n = 6
//: x = 4.5 +- 1e-8
