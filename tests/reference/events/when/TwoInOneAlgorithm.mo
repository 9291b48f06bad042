// 11.2.7: in one algorithm two whens may assign one variable; at 1 both act, and the last wins.
model TwoInOneAlgorithm
  Integer a(start = 0, fixed = true);
algorithm
  when time >= 0.5 then
    a := 5;
  end when;
  when time >= 1 then
    a := 1;
  end when;
  when time >= 1 then
    a := 2*a;
  end when;
  annotation(experiment(StopTime = 1.5));
end TwoInOneAlgorithm;
//: run --every 0.25
//: at 0.75 a = 5
//: a = 2
