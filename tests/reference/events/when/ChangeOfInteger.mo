// 3.7.5: change(n) = n <> pre(n); the assignment of the same value at ticks 2 and 4 is none: n = 1, 1, 2, 2, 3.
model ChangeOfInteger
  Integer k(start = 0, fixed = true), n(start = 0, fixed = true), c(start = 0, fixed = true);
equation
  when sample(0.1, 0.1) then
    k = pre(k) + 1;
    n = div(k + 1, 2);
  end when;
  when change(n) then
    c = pre(c) + 1;
  end when;
  annotation(experiment(StopTime = 0.55));
end ChangeOfInteger;
//: n = 3
//: c = 3
