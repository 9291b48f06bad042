// 11.2.2, 11.2.7: whens of a loop act in turn: 0 + 1 + 2 + 3.
model AlgorithmWhenInLoop
  Integer a(start = 0, fixed = true);
algorithm
  for i in 1:3 loop
    when time >= 0.5 then
      a := a + i;
    end when;
  end for;
  annotation(experiment(StopTime = 1));
end AlgorithmWhenInLoop;
//: a = 6
