// 11.1.2: an algorithm begins with pre(a) for what it assigns: b and c[1] get the values of before 0.5, though a and c[2] change there.
model AlgorithmReadsBeforeWhen
  Integer a(start = 1, fixed = true), b(start = 0, fixed = true), c[2](start = {3, 4}, each fixed = true);
algorithm
  when time >= 0.5 then
    b := a;
  end when;
  when time >= 0.5 then
    c[1] := 10*c[2];
  end when;
  when time >= 0.5 then
    a := 2;
    c[2] := 5;
  end when;
  annotation(experiment(StopTime = 1));
end AlgorithmReadsBeforeWhen;
//: a = 2
//: b = 1
//: c[1] = 40
//: c[2] = 5
