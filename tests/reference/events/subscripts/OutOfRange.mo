// 10.5: a subscript that leaves its array is an error, at its time, with its value.
model OutOfRange
  parameter Integer case = 1;
  Integer n = integer(1 + 5*time);
  Real x[3] = {1, 2, 3}*time;
  Integer k(start = 0, fixed = true);
  discrete Real b[2](each start = 0, each fixed = true);
  Real y = if case == 1 then x[n] else 0;
  Real s = if case == 2 then sum(x[1:n]) else 0;
  Real safe = if n <= 3 then x[n] else 0;
equation
  when sample(0.1, 0.25) then
    k = pre(k) + 1;
    b[if case == 3 then k else 1] = time;
  end when;
  annotation(experiment(StopTime = 1));
end OutOfRange;
//: run
//: exit 3
//: says subscript 1 of 'x' is 4, outside of 1:3
//: says number 0.6 +- 1e-9
//: run --set case=2
//: exit 3
//: says ends with 4, outside of 1:3
//: run --set case=3
//: exit 3
//: says subscript 1 of 'b' is 3, outside of 1:2
//: says number 0.6 +- 1e-9
//: run --set case=4
//: exit 0
//: safe = 0
