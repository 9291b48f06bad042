// Limits of the language: what is more than any model needs is refused with the numbers.
model M
  Real a = sum({{{{{{{{{{{{{{{{{1}}}}}}}}}}}}}}}}});
  Real b = sum(zeros(1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1));
  Real c[1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1];
  Real d = sum(fill(zeros(1, 1, 1, 1, 1, 1, 1, 1, 1), 1, 1, 1, 1, 1, 1, 1, 1));
end M;
----
involute check MODEL
----
status 1
model.mo:5:58: error: an array has at most 16 dimensions
model.mo:3:16: error: an array has at most 16 dimensions
model.mo:4:16: error: an array has at most 16 dimensions
model.mo:6:16: error: an array has at most 16 dimensions
====
model M
  Real a = sum({zeros(3000, 1000), zeros(3000, 1000)});
  Real b = sum([zeros(3000, 1000); zeros(3000, 1000)]);
  Real c = sum(zeros(3000, 3000));
  Real d = sum(diagonal(1:3000));
  Real e = sum(identity(3000));
  Real f = sum(outerProduct(1:3000, 1:3000));
  Real g = sum(1:5000000);
  Real h = size(zeros(3000)[fill(1, 3000)], 1) + size(zeros(1, 1)[fill(1, 3000), fill(1, 3000)], 1);
  Real i = size(cat(1, zeros(3000000, 0), zeros(3000000, 0)), 1);
  Real j = size(fill(zeros(3000), 3000), 1);
end M;
----
involute check MODEL
----
status 1
model.mo:2:16: error: this array has more than 4000000 elements
model.mo:3:16: error: this array has more than 4000000 elements
model.mo:4:16: error: this array has more than 4000000 elements
model.mo:5:16: error: this array has more than 4000000 elements
model.mo:6:16: error: this array has more than 4000000 elements
model.mo:7:16: error: this product has more than 4000000 elements
model.mo:8:16: error: this range has 5000000 numbers, more than 4000000
model.mo:9:55: error: these subscripts select 9000000 elements, more than 4000000
model.mo:10:17: error: this array has more than 4000000 elements
model.mo:11:17: error: this array has more than 4000000 elements
====
model M
  Real a = size(linspace(0, 1, 5000000), 1);
  Real b[5000000];
  Real c[3000, 3000];
  Real d[5000000, 0];
  Real e = size(zeros(5000000, 0), 1);
  Real f[-1];
  Real g = size(ones(-2), 1);
end M;
----
involute check MODEL
----
status 1
model.mo:3:10: error: dimension 1 of 'b' has the size 5000000, which is too large
model.mo:4:8: error: 'c' is an array [3000, 3000] with more than 4000000 elements
model.mo:5:10: error: dimension 1 of 'd' has the size 5000000, which is too large
model.mo:7:10: error: dimension 1 of 'f' has the size -1
model.mo:2:17: error: 'linspace' needs from 2 to 4000000 points, found 5000000
model.mo:6:23: error: a size must be from 0 to 4000000, found 5000000
model.mo:8:22: error: a size must be from 0 to 4000000, found -2
====
// arrays of functions
model M
  function f
    input Integer n;
    output Real y = 0;
  protected
    Real work[n, n];
  algorithm
  end f;
  Real a = f(2), b = f(3000);
end M;
----
involute check MODEL
----
status 1
model.mo:7:10: error: 'work' has more than 4000000 elements
====
// a chain of 102 calls
----
{ echo 'model M'
  echo '  function f1 input Real x; output Real y = x; algorithm end f1;'
  i=2; while [ $i -le 102 ]; do echo "  function f$i input Real x; output Real y = f$((i - 1))(x); algorithm end f$i;"; i=$((i + 1)); done
  echo '  Real a = f100(1), b = f102(1);'
  echo 'end M;'; } >chain.mo; involute check chain.mo
----
status 1
chain.mo:4:45: error: calls are nested deeper than 100
====
// a name with more than 100 subscripts
----
{ printf 'model M\n  Real x = y'; i=0; while [ $i -le 100 ]; do printf '[1]'; i=$((i + 1)); done; printf ';\nend M;\n'; } >parts.mo; involute check parts.mo
----
status 1
parts.mo:2:313: error: this name has more than 100 parts
====
// a name with more than 100 dots
----
{ printf 'model M\n  Real x = y'; i=0; while [ $i -le 100 ]; do printf '.a'; i=$((i + 1)); done; printf ';\nend M;\n'; } >parts.mo; involute check parts.mo
----
status 1
parts.mo:2:12: error: unknown name 'y.a.a.a
====
// expressions and equations that are nested too deeply
----
{ printf 'model M\n  Real x = '; i=0; while [ $i -le 200 ]; do printf '('; i=$((i + 1)); done; printf '1;\nend M;\n'; } >deep.mo; involute check deep.mo
{ printf 'model M\n  Real x;\nequation\n'; i=0; while [ $i -le 200 ]; do printf 'if true then '; i=$((i + 1)); done; printf '\nend M;\n'; } >deep.mo; involute check deep.mo
{ printf 'model M\n  Real x(start = 1'; i=0; while [ $i -le 200 ]; do printf ', a(b = 1'; i=$((i + 1)); done; printf ';\nend M;\n'; } >deep.mo; involute check deep.mo
{ printf 'model M\n  Real x(a'; i=0; while [ $i -le 200 ]; do printf '.b'; i=$((i + 1)); done; printf ' = 1);\nend M;\n'; } >deep.mo; involute check deep.mo
----
status 1
deep.mo:2:212: error: nested deeper than 200 levels
deep.mo:4:2
error: nested deeper than 200 levels
deep.mo:2:
error: nested deeper than 200 levels
deep.mo:2:
error: nested deeper than 200 levels
====
// a file that is no text of a person
----
truncate -s 135000000 large.mo; involute check large.mo
----
status 1
error: large.mo is too large for a model file: 135000000 bytes; the limit is 134217728 bytes
====
// more work than any model needs
model M
  Real x = sum(sum(sum(i*j*k for i in 1:1000) for j in 1:1000) for k in 1:1000);
end M;
----
involute check MODEL
----
status 1
error: the loops, calls and arrays of this model take more than 5e+07 steps to expand
====
// 'while' without an end
model M
  function f
    output Real y = 0;
  algorithm
    while true loop
      y := y;
    end while;
  end f;
  Real x = f();
end M;
----
involute check MODEL
----
status 1
model.mo:6:5: error: this 'while' takes more than 100000 steps
====
// a subscript that changes chooses among 1000 elements at most
model M
  Integer k = if time > 0.5 then 2 else 1;
  Real v[1001] = zeros(1001), x = v[k];
end M;
----
involute check MODEL
----
status 1
model.mo:4:37: error: a subscript that changes with time needs an array of 1 to 1000 elements, found 1001
====
// types that are defined by each other, records that contain themselves
model M
  type A = B;
  type B = A;
  A x;
end M;
----
involute check MODEL
----
status 1
model.mo:3:12: error: the type 'B' is defined in terms of itself
====
model M
  record R
    R r;
  end R;
  R r;
end M;
----
involute check MODEL
----
status 1
model.mo:5:5: error: the record R contains itself
====
// the same for fields of records
model M
  record Q
    Real x[1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1];
  end Q;
  record P
    Real x[3000];
  end P;
  record R
    parameter Integer n = 1;
    Real x[n];
  end R;
  Q q;
  P p;
  R a(n = 2), b(n = 3);
  Real t = {q, q}[1].x[1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1];
  Real u = fill(q, 2)[1].x[1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1];
  Real v = fill(p, 3000)[1].x[1];
  Real w = {p for i in 1:3000}[1].x[1];
  Real x = ({p, p}[fill(1, 3000)])[1].x[1];
  Real y = {a, b}[1].x[1];
end M;
----
involute check MODEL
----
status 1
model.mo:16:12: error: an array has at most 16 dimensions
model.mo:17:12: error: an array has at most 16 dimensions
model.mo:18:12: error: this array has more than 4000000 elements
model.mo:19:12: error: this array has more than 4000000 elements
model.mo:20:12: error: this array has more than 4000000 elements
model.mo:21:12: error: the field 'x' of element 2 of the array has the size [3], but that of element 1 has [2]
