// 11.2.7: what stands between two whens of an algorithm sees what the first has assigned: c = 1, then a = 2*1 + 5.
model AlgorithmBetweenWhens
  Integer a(start = 0, fixed = true), c(start = 0, fixed = true);
algorithm
  when time >= 1 then
    a := 1;
  end when;
  when time >= 1 then
    c := a;
  end when;
  when time >= 1 then
    a := 2*a + 5;
  end when;
  annotation(experiment(StopTime = 1.5));
end AlgorithmBetweenWhens;
//: a = 7
//: c = 1
