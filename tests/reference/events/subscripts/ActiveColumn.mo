// 10.5, 8.3.5: a discrete subscript in equations, in the condition of a loop, and on the left of an algorithm.
model ActiveColumn
  Integer n(start = 1, fixed = true);
  parameter Real rate[4] = {1, 2, 3, 4};
  Real a[4](each start = 0, each fixed = true);
  discrete Real b[4](each start = 0, each fixed = true);
equation
  when sample(0.5, 1) then
    n = mod(pre(n), 4) + 1;
  end when;
  for i in 1:4 loop
    der(a[i]) = if i == n then rate[n] else 0;
  end for;
algorithm
  when sample(0.75, 1) then
    b[n] := b[n] + rate[n];
  end when;
  annotation(experiment(StopTime = 5));
end ActiveColumn;
// n is 1 to 0.5 and from 3.5 to 4.5, 2 from 0.5 to 1.5 and from 4.5 on
//: a[1] = 1.5 +- 1e-9
//: a[2] = 3 +- 1e-9
//: a[3] = 3 +- 1e-9
//: a[4] = 4 +- 1e-9
//: b[1] = 1 +- 0
//: b[2] = 4 +- 0
//: b[3] = 3 +- 0
//: b[4] = 4 +- 0
