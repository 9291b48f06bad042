// 8.6, 8.3.4: the branch of an initial equation that a parameter selects gives one pre, the other keeps its start value.
model FirstByBranch
  parameter Boolean cold = true;
  Integer n(start = 5), k(start = 6);
initial equation
  if cold then
    pre(n) = 1;
  else
    pre(k) = 2;
  end if;
equation
  when time > 0.5 then
    n = pre(n) + 10;
    k = pre(k) + 10;
  end when;
  annotation(experiment(StopTime = 1));
end FirstByBranch;
//: run
//: at 0 n = 1
//: at 0 k = 6
//: n = 11
//: run --set cold=false
//: at 0 n = 5
//: at 0 k = 2
//: k = 12
