// 8.6, 11.1: assignments of an initial algorithm are made in order: 2, then 2*2 + 1.
model InitialAlgorithm
  Integer n;
  Real x(start = 0, fixed = true);
initial algorithm
  n := 2;
  n := n*n + 1;
equation
  der(x) = n;
  when time > 0.5 then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 1));
end InitialAlgorithm;
//: n = 6
//: x = 5.5 +- 1e-8
