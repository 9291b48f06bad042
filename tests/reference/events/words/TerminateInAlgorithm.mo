// 8.3.8, 11.2.8.2: the same in an algorithm; at the first rise of sin t above 0.5, pi/6.
model TerminateInAlgorithm
  Real u = sin(time);
algorithm
  when u > 0.5 then
    terminate("high");
  end when;
  annotation(experiment(StopTime = 3));
end TerminateInAlgorithm;
//: end = 0.5235987755982988 +- 1e-9
//: says high
