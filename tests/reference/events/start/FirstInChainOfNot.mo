// 8.6: a = not pre(b) = true gives pre(b) = false, whatever its start value.
model FirstInChainOfNot
  Boolean a, b(start = true);
initial equation
  a = true;
equation
  a = not pre(b);
  when time > 0.5 then
    b = not pre(b);
  end when;
  annotation(experiment(StopTime = 1));
end FirstInChainOfNot;
//: at 0 a = 1
//: at 0 b = 0
//: b = 1
//: a = 0
