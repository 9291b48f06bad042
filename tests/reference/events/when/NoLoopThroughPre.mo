// 8.4: pre breaks the loop: a Fibonacci pair, 1 1 2 3 5 8.
model NoLoopThroughPre
  Integer a(start = 0, fixed = true), b(start = 1, fixed = true);
equation
  when sample(0.1, 0.1) then
    b = pre(a) + pre(b);
    a = pre(b);
  end when;
  annotation(experiment(StopTime = 0.65));
end NoLoopThroughPre;
//: a = 8
//: b = 13
