// 11.2: loops with unknown passes over Complex and Integers, return out of nested loops, several results, all by when.
model EscapeAndSearch
  function escape "passes of z^2 + c to |z| > 2"
    input Complex c;
    input Integer most;
    output Integer n;
  protected
    Complex z;
  algorithm
    z := Complex(0, 0);
    n := 0;
    while z.re^2 + z.im^2 <= 4 and n < most loop
      z := z*z + c;
      n := n + 1;
    end while;
  end escape;
  function find "the first element that is not below v"
    input Real A[:, :], v;
    output Integer i, j;
  algorithm
    i := 0;
    j := 0;
    for r in 1:size(A, 1) loop
      for c in 1:size(A, 2) loop
        if A[r, c] >= v then
          i := r;
          j := c;
          return;
        end if;
      end for;
    end for;
  end find;
  function divisor "the greatest common one"
    input Integer a, b;
    output Integer g;
  protected
    Integer r, s;
  algorithm
    g := a;
    r := b;
    while r <> 0 loop
      s := mod(g, r);
      g := r;
      r := s;
    end while;
  end divisor;
  parameter Real A[2, 3] = [1, 2, 3; 4, 5, 6];
  Integer i, j, n(start = 12, fixed = true), g = divisor(n, 18), out(start = 0), inside(start = 0);
algorithm
  when time > 0.5 then
    (i, j) := find(A, 9*time);
    out := escape(Complex(2*time, 0), 50);
    inside := escape(Complex(-2*time, 0), 50);
  end when;
equation
  when sample(0.1, 0.1) then
    n = pre(n) + 6;
  end when;
  annotation(experiment(StopTime = 0.95));
end EscapeAndSearch;
// 0, 1, 2, 5 escapes in three passes; n = 12 + 54 = 66, and with 18 it has 6
//: i = 2 +- 0
//: j = 2 +- 0
//: out = 3 +- 0
//: inside = 50 +- 0
//: g = 6 +- 0
