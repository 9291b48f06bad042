// 11.2.5: a while in when, over Integers: 27 takes 111 steps to 1. Triangular numbers by an equation, a generator by a function.
model Collatz
  Integer n(start = 27, fixed = true), steps(start = 0, fixed = true);
  Integer k(start = 0, fixed = true), triangle, rest;
  Integer seed(start = 1, fixed = true);
  function next "minimal standard generator [Park and Miller 1988]"
    input Integer s;
    output Integer n;
  algorithm
    n := mod(16807*s, 2147483647);
  end next;
equation
  when sample(0, 1) then
    k = pre(k) + 1;
    seed = next(pre(seed));
  end when;
  2*triangle = k*k + k;
  triangle + rest = 20;
algorithm
  when sample(0, 1) then
    while n <> 1 loop
      n := if mod(n, 2) == 0 then div(n, 2) else 3*n + 1;
      steps := steps + 1;
    end while;
  end when;
  annotation(experiment(StopTime = 3.5));
end Collatz;
//: steps = 111 +- 0
//: triangle = 10 +- 0
//: rest = 10 +- 0
//: seed = 984943658 +- 0
