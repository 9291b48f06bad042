// 10.5, 11.2.1: an element that a discrete subscript chooses is assigned, the others keep their values; pre(c[n]).
model RingBuffer
  parameter Integer N = 4;
  Integer k(start = 0, fixed = true), n(start = 1, fixed = true), last(start = 0, fixed = true);
  discrete Real buffer[N](each start = 0, each fixed = true), other[2](each start = 0, each fixed = true);
  Integer count[3](each start = 0, each fixed = true);
  Boolean seen[3](each start = false, each fixed = true);
  Real mean = sum(buffer)/N;
algorithm
  when sample(0.1, 0.2) then
    k := pre(k) + 1;
    buffer[mod(k - 1, N) + 1] := time;
    n := if pre(n) == 3 then 1 else pre(n) + 1;
    count[n] := pre(count[n]) + 1;
    seen[n] := true;
    last := count[n];
  end when;
equation
  when sample(0.1, 0.2) then
    other[if k > 2 then 2 else 1] = time;
  end when;
  annotation(experiment(StopTime = 0.9));
end RingBuffer;
// ticks at 0.1, 0.3, 0.5, 0.7, 0.9
//: k = 5
//: buffer[1] = 0.9 +- 1e-12
//: buffer[2] = 0.3 +- 1e-12
//: buffer[4] = 0.7 +- 1e-12
//: mean = 0.6 +- 1e-12
//: count[1] = 1
//: count[2] = 2
//: count[3] = 2
//: seen[1] = 1
//: last = 2
//: other[1] = 0.3 +- 1e-12
//: other[2] = 0.9 +- 1e-12
