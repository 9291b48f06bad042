// 11.2.7: at 0.5 the elsewhen makes 0 + 10, and the next when doubles it; at 1 the first branch gives 1.
model AlgorithmElsewhenThenWhen
  Integer a(start = 0, fixed = true);
algorithm
  when time >= 1 then
    a := 1;
  elsewhen time >= 0.5 then
    a := a + 10;
  end when;
  when time >= 0.5 then
    a := 2*a;
  end when;
  annotation(experiment(StopTime = 1.5));
end AlgorithmElsewhenThenWhen;
//: run --stop 0.75
//: a = 20
//: run
//: a = 1
