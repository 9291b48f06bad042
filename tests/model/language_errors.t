model M
  Real x[2] = vector([1, 2; 3, 4]);
end M;
----
involute check MODEL
----
status 1
error: 'vector' takes an array with one long dimension, found [2, 2]
====
model M
  Real x[2,2] = matrix(fill(1, 2, 2, 3));
end M;
----
involute check MODEL
----
status 1
error: 'matrix' cannot leave out dimensions of [2, 2, 3]
====
model M
  Real x = scalar({1, 2});
end M;
----
involute check MODEL
----
status 1
error: 'scalar' takes an array with one element, found [2]
====
model M
  parameter Real p(min = 1) = 0.5;
  Real x = p;
end M;
----
involute check MODEL
----
status 1
error: 'p' = 0.5 is less than its min = 1
====
model M
  parameter Real p = 1 annotation(__involute(invariant = true));
  Real x = p;
end M;
----
involute check MODEL
----
status 1
only variables can be invariants or constraints
====
model M
  parameter String s = 3;
  Real x = 1;
end M;
----
involute check MODEL
----
status 1
error: the value of 's' must be String, found Integer
====
model M
  Boolean b;
  Real x = if b then 1 else 2;
end M;
----
involute check MODEL
----
status 1
error: 'b' is Boolean and changes at events only, but no equation or 'when' gives it a value
====
model M
  record R
    Real a;
  end R;
  R r;
algorithm
  r.b := 1;
end M;
----
involute check MODEL
----
status 1
has no field 'b'
====
model M
  function f
    input Real u;
    output Real y;
    Real u;
  algorithm
    y := u;
  end f;
  Real x = f(1);
end M;
----
involute check MODEL
----
status 1
error: 'u' is declared twice, first on line 3
====
model M
  record R
    Real a;
  end R;
  type T = R(a = 1);
  T t;
equation
  t.a = 1;
end M;
----
involute check MODEL
----
status 1
error: a type that changes a record is not supported
====
model M
  Real x[3000, 3000];
equation
  x = fill(1.0, 3000, 3000);
end M;
----
involute check MODEL
----
status 1
more than 4000000 elements
====
model M
  Real a, b;
equation
  (a, b) = 3;
end M;
----
involute check MODEL
----
status 1
error: several results need a call: (a, b) = f(x)
====
model M
  function f
    input Real u;
    output Real y;
  algorithm
    y := u;
  end f;
  Real a, b, c;
algorithm
  (a, b, c) := f(1);
end M;
----
involute check MODEL
----
status 1
error: 'f' has 1 results, not 3
====
model M
  Real x[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1];
equation
  x[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1] = 1;
end M;
----
involute check MODEL
----
status 1
error: an array has at most 16 dimensions
====
model M
  Real x = noEvent("a");
end M;
----
involute check MODEL
----
status 1
error: 'noEvent' takes a number or a condition, found String
====
model M
  Integer n(start = 0);
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
  n = x;
end M;
----
involute check MODEL
----
status 1
changes at events only, but no equation
====
model M
  Real x;
equation
  x = sum({i for i in 1:5000000});
end M;
----
involute check MODEL
----
status 1
error: this range has 5000000 numbers, more than 4000000
====
model M
  Real a, b;
equation
  a = 1;
  b = 2;
algorithm
  (a, b) := 3;
end M;
----
involute check MODEL
----
status 1
error: several results need a call: (a, b) := f(x)
====
model M
  Real x = sum(fill(1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1));
end M;
----
involute check MODEL
----
status 1
error: an array has at most 16 dimensions
====
model M
  Real x = sum(fill(1.0, 3000, 1)*fill(1.0, 1, 3000));
end M;
----
involute check MODEL
----
status 1
error: this product has more than 4000000 elements
====
model M
  Real x = sum({0 for i in 1:3000, j in 1:3000});
end M;
----
involute check MODEL
----
status 1
error: the loops, calls and arrays of this model take more than 5e+07 steps
====
model M
  function f
    input Real u;
    output Real y;
  protected
    Real w[3000, 3000];
  algorithm
    y := u;
  end f;
  Real x = f(1);
end M;
----
involute check MODEL
----
status 1
has more than 4000000 elements
====
model M
  type T = Real[1,1,1,1,1,1,1,1,1];
  T x[1,1,1,1,1,1,1,1];
equation
  sum(x) = 1;
end M;
----
involute check MODEL
----
status 1
error: an array has at most 16 dimensions
