// 11.1.2: a discrete variable enters an algorithm with the value pre(n); n := n + 1 counts.
model AlgorithmStartsFromPre
  Integer n(start = 0, fixed = true);
algorithm
  when sample(0.1, 0.1) then
    n := n + 1;
    n := n + 1;
  end when;
  annotation(experiment(StopTime = 0.55));
end AlgorithmStartsFromPre;
//: n = 10
