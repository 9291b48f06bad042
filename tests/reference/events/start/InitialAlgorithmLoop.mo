// 8.6, 11.2.2: a loop in an initial algorithm: 1 + 2 + 3 + 4 = 10 for a discrete Real.
model InitialAlgorithmLoop
  parameter Integer N = 4;
  discrete Real d;
equation
  when sample(0.5, 1) then
    d = pre(d)/2;
  end when;
initial algorithm
  d := 0;
  for i in 1:N loop
    d := d + i;
  end for;
  annotation(experiment(StopTime = 1));
end InitialAlgorithmLoop;
//: at 0 d = 10 +- 1e-14
//: d = 5 +- 1e-14
