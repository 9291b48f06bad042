// 8.3.5.1: clauses in a loop, one for each element.
model InForLoop
  Integer n[3](each start = 0, each fixed = true);
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  for i in 1:3 loop
    when x > 0.3*i then
      n[i] = pre(n[i]) + i;
    end when;
  end for;
  annotation(experiment(StopTime = 0.7, Tolerance = 1e-9));
end InForLoop;
//: n[1] = 1
//: n[2] = 2
//: n[3] = 0
