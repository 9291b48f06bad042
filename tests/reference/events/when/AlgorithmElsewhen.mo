// 11.2.7: elsewhen in an algorithm; the tick at 0.5 is taken by the first branch.
model AlgorithmElsewhen
  Integer n(start = 0, fixed = true);
algorithm
  when sample(0.5, 0.5) then
    n := pre(n) + 100;
  elsewhen sample(0.25, 0.25) then
    n := pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 1.1));
end AlgorithmElsewhen;
// 0.25, 0.75: 1 each; 0.5, 1: 100 each
//: n = 202
