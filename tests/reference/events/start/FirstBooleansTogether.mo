// 8.6: two conditions on two pres: one of them, and not the second: pre(a) = true, pre(b) = false.
model FirstBooleansTogether
  Boolean a, b(start = true);
initial equation
  (pre(a) or pre(b)) = true;
  (pre(a) and not b) = true;
equation
  when time > 0.5 then
    a = pre(b);
    b = pre(a);
  end when;
  annotation(experiment(StopTime = 1));
end FirstBooleansTogether;
//: at 0 a = 1
//: at 0 b = 0
//: a = 0
//: b = 1
