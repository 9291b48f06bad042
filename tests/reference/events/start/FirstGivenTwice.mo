// 8.6: pre(n) = 3 = n while the when is inactive, and n = 4 cannot hold beside that.
model FirstGivenTwice
  Integer n;
initial equation
  pre(n) = 3;
  n = 4;
equation
  when time > 0.5 then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 1));
end FirstGivenTwice;
//: exit 1
//: says does not hold at the start
//: says pre(n)
//: says another initial equation
