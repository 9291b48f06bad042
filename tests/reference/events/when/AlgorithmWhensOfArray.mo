// 11.2.7: elements of an array, assigned by several whens in turn: {1, 2, 0}, then {1, 2, 3}, then {6, 2, 3}.
model AlgorithmWhensOfArray
  Integer a[3](each start = 0, each fixed = true);
algorithm
  when time >= 0.5 then
    a[1] := 1;
    a[2] := a[1] + 1;
  end when;
  when time >= 0.5 then
    a[3] := a[1] + a[2];
  end when;
  when time >= 0.5 then
    a[1] := sum(a);
  end when;
  annotation(experiment(StopTime = 1));
end AlgorithmWhensOfArray;
//: a[1] = 6
//: a[2] = 2
//: a[3] = 3
