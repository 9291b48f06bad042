// 10.5, 11.2.2: sums over ranges and loops whose ends are discrete.
model ChangingRanges
  parameter Real x[4] = {1, 2, 3, 4};
  Integer n = if time >= 2 then 4 elseif time >= 1 then 2 else 0;
  Real total = sum(x[1:n]), squares = sum(x[i]^2 for i in 1:n), tail = product(x[n + 1:end]);
  Real largest = max(x[1:max(n, 1)]);
  Real guarded = if n >= 1 and x[n] > 1 then x[n] else -1;
  Real y;
  Integer first;
  Integer m(start = 0, fixed = true);
  discrete Real s(start = 0, fixed = true);
  function partial_sum
    input Real v[:];
    input Integer n;
    output Real s = 0;
  algorithm
    for i in 1:n loop
      s := s + v[i];
    end for;
  end partial_sum;
  Real called = partial_sum(x, n);
algorithm
  y := 0;
  first := 0;
  for i in 1:n loop
    y := 10*y + x[i];
    if x[i] > 1.5 then
      first := i;
      break;
    end if;
  end for;
algorithm
  when sample(0.5, 1) then
    m := m + 1;
    s := 0;
    for i in 1:m loop
      s := s + x[i];
    end for;
  end when;
  annotation(experiment(StopTime = 2.7));
end ChangingRanges;
//: at 0.5 after total = 0
//: at 0.5 after tail = 24
//: at 0.5 after guarded = -1
//: at 0.5 after s = 1
//: at 1.5 after total = 3
//: at 1.5 after squares = 5
//: at 1.5 after tail = 12
//: at 1.5 after largest = 2
//: at 1.5 after s = 3
//: at 1.5 after called = 3
//: total = 10
//: squares = 30
//: tail = 1
//: largest = 4
//: guarded = 4
//: y = 12
//: first = 2
//: s = 6
//: called = 10
