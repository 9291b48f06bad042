// 8.6: no Integer solves 2*pre(n) = 5.
model FirstIntegerHasNone
  Integer n;
initial equation
  2*pre(n) = 5;
equation
  when time > 0.5 then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 1));
end FirstIntegerHasNone;
//: exit 1
//: says 2*pre(n) = 5
//: says no value of pre(n)
