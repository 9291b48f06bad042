function f
  input Real u;
  output Real y;
  algorithm
    y := -u;
end f;
model M
  Real x(start = 1, fixed = true);
equation
  der(x) = f(x);
end M;
----
involute run MODEL --stop 1
----
status 0
x  0.367879
====
function f
  input Real u;
  output Real y;
  protected
    Real t[2] = {u, 2};
  algorithm
    y := 0;
    for i in 1:2 loop
      y := y + t[i];
    end for;
end f;
model M
  Real x;
equation
  der(x) = f(x);
end M;
----
involute check MODEL
----
status 0
well formed
====
function f
  input Real u;
  output Real y;
  output Real z;
  algorithm
    y := u;
    z := 2*u;
end f;
model M
  Real x, y, z;
equation
  der(x) = y;
  (y, z) = f(x);
end M;
----
involute analyze MODEL
----
status 0
y = (f(x))[1]
z = (f(x))[2]
====
function f
  input Real u;
  output Real y;
  output Real z;
  algorithm
    y := u;
    z := 2*u;
end f;
model M
  Real x, z;
equation
  der(x) = 1;
  (, z) = f(x);
end M;
----
involute check MODEL
----
status 0
well formed
====
function g
  input Real u;
  output Real y;
algorithm
  y := u^2;
end g;
function f
  input Real u;
  output Real y;
protected
  Real a, b;
algorithm
  (a, b) := h(u);
  y := a*b + g(u);
end f;
function h
  input Real u;
  output Real p = u;
  output Real q = 2;
algorithm
end h;
model M
  Real x;
equation
  der(x) = f(x);
end M;
----
involute check MODEL
----
status 0
well formed
====
function f
  input Real u;
  output Real y;
  algorithm
    assert(u > 0, "low");
    y := sqrt(u);
end f;
model M
  Real x;
equation
  der(x) = f(x);
end M;
----
involute check MODEL
----
status 0
well formed
====
function f
  input Real u;
  output Real y;
  algorithm
    if u > 1 then
      y := 1;
    elseif u < -1 then
      y := -1;
    else
      y := u;
    end if;
end f;
model M
  Real x;
equation
  der(x) = f(x);
end M;
----
involute check MODEL
----
status 0
well formed
====
model M
  impure function f
    input Real u;
    output Real y;
  algorithm
    y := u;
    annotation(Inline = true);
  end f;
  Real x;
equation
  der(x) = f(x);
end M;
----
involute check MODEL
----
status 0
well formed
====
partial function p
  input Real u;
  output Real y;
end p;
pure constant function f
  input Real u;
  output Real y;
algorithm
  y := u;
end f;
model M
  Real x;
equation
  der(x) = pure(f(x));
end M;
----
involute check MODEL
----
status 0
well formed
====
function f
  input Real u;
  output Real y;
  external "C" y = sinus(u) annotation(Library = "m");
end f;
model M
  Real x;
equation
  der(x) = 1;
end M;
----
involute check MODEL
----
status 0
well formed
====
function f
  input Real u;
  output Real y;
  external "C" y = sinus(u);
end f;
model M
  Real x;
equation
  der(x) = f(x);
end M;
----
involute check MODEL
----
status 1
model.mo:9:12: error: 'f' is an external function that is not known here; known are many of <math.h> (docs/language.md): write it as an algorithm
====
function f
  input Real u;
  output Real y;
  algorithm
    y := f(u - 1);
end f;
model M
  Real x;
equation
  der(x) = f(x);
end M;
----
involute check MODEL
----
status 1
the function 'f' calls itself more than 100 times: f -> f
====
function g
  input Real u;
  output Real y;
algorithm
  y := f(u);
end g;
function f
  input Real u;
  output Real y;
  algorithm
    y := g(u);
end f;
model M
  Real x;
equation
  der(x) = f(x);
end M;
----
involute check MODEL
----
status 1
the function 'f' calls itself more than 100 times: f -> g -> f
====
function f
  input Real u;
  output Real y;
  algorithm
    u := 1;
    y := u;
end f;
model M
  Real x;
equation
  der(x) = f(x);
end M;
----
involute check MODEL
----
status 1
model.mo:5:5: error: 'u' is an input and cannot be assigned
====
function f
  input Real u;
  output Real y;
  protected
    Real t;
  algorithm
    y := t;
end f;
model M
  Real x;
equation
  der(x) = f(x);
end M;
----
involute check MODEL
----
status 1
't' is used before it has a value
====
function f
  input Real u;
  output Real y;
  algorithm
    for i in 1:2 loop
      i := 2;
    end for;
    y := u;
end f;
model M
  Real x;
equation
  der(x) = f(x);
end M;
----
involute check MODEL
----
status 1
the loop index 'i' cannot be assigned
====
function f
  input Real u;
  output Real y;
  protected
    Real t;
  algorithm
    t := u;
end f;
model M
  Real x;
equation
  der(x) = f(x);
end M;
----
involute check MODEL
----
status 1
the function 'f' does not assign its output 'y'
====
function f
  input Real u;
  output Real y;
  algorithm
    y := true;
end f;
model M
  Real x;
equation
  der(x) = f(x);
end M;
----
involute check MODEL
----
status 1
'y' is Real and cannot become Boolean
====
function f
  input Real u;
  output Real y;
  algorithm
    y := {1, 2};
end f;
model M
  Real x;
equation
  der(x) = f(x);
end M;
----
involute check MODEL
----
status 1
'y' has the size a scalar and cannot become [2]
====
function f
  input Real u;
  output Real y;
  algorithm
    y := 1;
    while u > 1 loop
      y := 2;
    end while;
end f;
model M
  Real x;
equation
  der(x) = f(x);
end M;
----
involute check MODEL
----
status 1
model.mo:6:5: error: no pass of this 'while' changes its condition: where it is true, the loop does not end
====
function f
  input Real u;
  output Real y;
  algorithm
    y := 1;
    while true loop
      y := 2;
    end while;
end f;
model M
  Real x;
equation
  der(x) = f(x);
end M;
----
involute check MODEL
----
status 1
this 'while' takes more than 100000 steps
====
function f
  input Real u;
  output Real y;
  algorithm
    y := 1;
    if u > 1 then
      return;
    end if;
    y := 2;
end f;
model M
  Real x;
equation
  der(x) = f(x);
end M;
----
involute check MODEL
----
status 0
====
// 'break' and 'return' under conditions that only the run decides
function count "the first power of 2 above u, negative if above 20; 100 if u is negative"
  input Real u;
  output Real y;
protected
  Integer n;
algorithm
  y := 100;
  if u < 0 then
    return;
  end if;
  y := 1;
  for i in 1:6 loop
    if u < y then
      if y > 20 then
        y := -y;
        return;
      end if;
      break;
    end if;
    y := 2*y;
  end for;
  n := 0;
  while n < 3 loop
    n := n + 1;
    if u < n then
      break;
    end if;
  end while;
  y := y + n/4;
end count;
function last "all of the loop breaks or returns"
  input Real u;
  output Real y;
algorithm
  y := 1;
  for i in 1:3 loop
    y := y + 1;
    if u > 1 then
      break;
    end if;
    return;
  end for;
  y := 10*y;
end last;
model M
  Real x(start = 1, fixed = true);
  Real a = count(-x), b = count(0.5*x), c = count(2.5*x), d = count(25*x);
  Real e = last(x - 0.5), f = last(x + 0.5);
equation
  der(x) = 0;
end M;
----
involute run MODEL --stop 1 --output o.csv > log; head -1 o.csv; tail -1 o.csv
----
status 0
time,x,a,b,c,d,e,f
1,1,100,1.25,4.75,-32,2,20
====
function f
  input Real u;
  output Real y;
  algorithm
    when u > 1 then
      y := 1;
    end when;
end f;
model M
  Real x;
equation
  der(x) = f(x);
end M;
----
involute check MODEL
----
status 1
'when' is not allowed inside a function
====
function f
  input Real u;
  output Real y;
  algorithm
    y = u;
end f;
model M
  Real x;
equation
  der(x) = f(x);
end M;
----
involute check MODEL
----
status 1
an assignment is written with ':='; '=' is for equations
====
function f
  input Real u;
  output Real y;
  algorithm
    y + 1;
end f;
model M
  Real x;
equation
  der(x) = f(x);
end M;
----
involute check MODEL
----
status 1
expected ':=' after the variable, found ';'
====
function f
  input Real u;
  output Real y;
  equation
    y = u;
end f;
model M
  Real x;
equation
  der(x) = f(x);
end M;
----
involute check MODEL
----
status 1
the function 'f' must not have equations
====
function f
  input Real u;
  output Real y;
  algorithm
    q := u;
    y := u;
end f;
model M
  Real x;
equation
  der(x) = f(x);
end M;
----
involute check MODEL
----
status 1
unknown name 'q'
====
function f
  input Real u;
  output Real y;
  algorithm
    y := u;
end f;
model M
  Real x;
equation
  der(x) = f(x, 2);
end M;
----
involute check MODEL
----
status 1
'f' takes 1 argument, found 2
====
function f
  input Real u;
  output Real y;
  algorithm
    y := u;
end f;
model M
  Real x;
equation
  der(x) = f(v = x);
end M;
----
involute check MODEL
----
status 1
'f' has no input 'v'
====
function f
  input Real u[3];
  output Real y;
  algorithm
    y := u[1];
end f;
model M
  Real x;
equation
  der(x) = f({x, x});
end M;
----
involute check MODEL
----
status 1
'u' of 'f' must have the size [3], found [2]
====
function f
  input Real u;
  output Real y;
  algorithm
    y := u;
end f;
model M
  Real x, z;
equation
  (x, z) = f(x);
end M;
----
involute check MODEL
----
status 1
'f' has 1 results, not 2
====
function f
  input Real u;
  output Real y;
  algorithm
    y := u;
end f;
model M
  Real x;
equation
  der(x) = f;
end M;
----
involute check MODEL
----
status 1
'f' is a function; expected a value
====
function f
  input Real u;
  output Real y;
end f;
model M
  Real x;
equation
  der(x) = f(x);
end M;
----
involute check MODEL
----
status 1
the function 'f' has no algorithm
====
function f
  input Real u;
  output Real y;
  algorithm
    y := u;
end f;
model M
  Real x;
equation
  der(x) = f(function g(a = 1));
end M;
----
involute check MODEL
----
status 1
a function can be an argument only where the called function declares an input that is a function
====
model M
  Real x, y, z;
algorithm
  y := 1;
  for i in 1:3 loop
    y := y*x;
  end for;
  z := y + 1;
equation
  der(x) = z;
end M;
----
involute analyze MODEL
----
status 0
3 equations, 3 unknowns
y := y*x
z := y + 1
====
model M
  Real x, y;
initial algorithm
  x := 2;
equation
  der(x) = y;
algorithm
  if x > 0 then
    y := 1;
  else
    y := 2;
  end if;
end M;
----
involute check MODEL
----
status 0
well formed
====
model M
  Real x[3](each start = 7), y, z(start = 5);
equation
  der(x[3]) = 1;
algorithm
  x[1] := x[3] + 1;
  x[2] := x[1]*2;
  y := y + z;
  z := x[2];
end M;
----
involute analyze MODEL
----
status 0
x[1] := ... in the algorithm
x[1]  8
x[2]  16
y     5
z     16
====
model M
  Real x;
algorithm
  break;
equation
  der(x) = 1;
end M;
----
involute check MODEL
----
status 1
'break' is allowed only in loops
====
model M
  parameter Real p = 1;
  Real x;
algorithm
  p := 2;
equation
  der(x) = 1;
end M;
----
involute check MODEL
----
status 1
'p' is a parameter and cannot be assigned
====
model M
  Real x;
algorithm
  x := 1
end M;
----
involute check MODEL
----
status 1
expected ';' after the statement
====
function f
  input Real A[:, size(A, 1)];
  output Real y;
algorithm
  y := A[1, 1];
end f;
model M
  Real x = f([1, 2, 3; 4, 5, 6]);
end M;
----
involute check MODEL
----
status 1
'A' of 'f' must have the size [2, 2], found [2, 3]
====
// a function with one scalar result is called for every element of an array (3.x, 12.4.6)
model M
  function square
    input Real x;
    output Real y = x^2;
  algorithm
  end square;
  function f
    input Real x;
    input Real scale = 10;
    input Real v[2];
    output Real y;
  algorithm
    y := scale*x + v[1]*v[2];
  end f;
  function digit
    input Integer n;
    output Integer d;
  algorithm
    d := mod(n, 10);
  end digit;
  function dot
    input Real a[:], b[size(a, 1)];
    output Real s = a*b;
  algorithm
  end dot;
  type E = enumeration(a, b, c);
  function number
    input E e;
    output Integer n = Integer(e);
  algorithm
  end number;
  Real x(start = 1, fixed = true), k[3] = number({E.c, E.a, E.b}), s = sum(square({1, 2, 3}));
  Real a[3] = square({x, 2*x, 3*x}), b[1, 2] = square([1, 4]);
  Real c[2] = f({1, 2}, v = {3, 4}), d[2] = f(1, v = [1, 2; 3, 4]), e[2] = f({1, 2}, {5, 6}, [1, 1; 2, 2]);
  parameter Integer n[3] = digit({11, 22, 33});
  Real g[n[1] + n[2]] = square(1:3), h[2] = dot([1, 2; 3, 4], {5, 6}), none[0] = square(zeros(0));
equation
  der(x) = 0;
end M;
----
involute run MODEL --stop 0
----
status 0
final values
  k[1]      3
  k[2]      1
  s        14
  a[1]      1
  a[2]      4
  a[3]      9
  b[1,2]   16
  c[1]     22
  c[2]     32
  d[1]     12
  d[2]     22
  e[1]      6
  e[2]     16
  g[3]      9
  h[1]     17
====
// elementary functions too, with one argument for all
model M
  Real v[2] = {time, 2}, a[2] = sin(v), b[2] = atan2(v, 1), c[2] = mod({5, -5}, 3), d[2] = max(0, v);
  Integer i[2] = integer({1.5, -1.5});
end M;
----
involute run MODEL --stop 0 | sed 's/0.90929742682568[0-9]*/sin2/;s/1.10714871779409[0-9]*/atan2/'
----
status 0
final values
  a[1]   0
  a[2]   sin2
  b[1]   0
  b[2]   atan2
  c[1]   2
  c[2]   1
  d[1]   0
  d[2]   2
  i[1]   1
  i[2]  -2
====
model M
  function f
    input Real x, y;
    output Real z = x*y;
  algorithm
  end f;
  function g
    input Real x[:];
    output Real z = sum(x);
  algorithm
  end g;
  Real v[3] = f({1, 2, 3}, {1, 2});
  Real w[2] = f([1, 2; 3, 4], {1, 2});
  Real u[2] = g(zeros(3000, 3000, 0));
  Real t[3] = atan2({1, 2, 3}, {1, 2});
  Real s[3] = f({1, 2}, 1);
  Real r[2] = f({true, false}, 1);
end M;
----
involute check MODEL
----
status 1
model.mo:12:15: error: 'f' is called for every element of arrays with the sizes [3] and [2], which must be the same
model.mo:13:15: error: 'f' is called for every element of arrays with the sizes [2, 2] and [2], which must be the same
model.mo:14:15: error: 'g' is called for more than 4000000 elements
model.mo:15:15: error: the arguments of 'atan2' have the sizes [3] and [2]
model.mo:16:15: error: the value of 's' has the size [2], but 's' has [3]
model.mo:17:15: error: 'x' of 'f' must be Real, found Boolean
====
// only where there is one scalar result
model M
  function f
    input Real x;
    output Real y = x, z = 2*x;
  algorithm
  end f;
  function g
    input Real x;
    output Real y[2] = {x, x};
  algorithm
  end g;
  function h
    input Real x[3];
    output Real y = sum(x);
  algorithm
  end h;
  Real a[2] = f({1, 2});
  Real b[2, 2] = g({1, 2});
  Real c[2] = h([1, 2; 3, 4]);
  Real d = h(1);
end M;
----
involute check MODEL
----
status 1
model.mo:18:15: error: 'x' of 'f' must have the size a scalar, found [2]
model.mo:19:18: error: 'x' of 'g' must have the size a scalar, found [2]
model.mo:20:15: error: 'x' of 'h' must have the size [3], found [2]
model.mo:21:12: error: 'x' of 'h' must have the size [3], found a scalar
====
// Inline = false: what the function returns is one factor, and a product is not regrouped over it.
model M
  function f
    input Real a, b;
    output Real c = a*b;
  algorithm
    annotation(Inline = false);
  end f;
  function g
    input Real a, b;
    output Real c = a*b;
  algorithm
  end g;
  Real x(start = 0.1, fixed = true), y(start = 0.2, fixed = true), z(start = 0.3, fixed = true);
  Real whole = x*f(y, z), flat = x*g(y, z);
equation
  der(x) = 0;
  der(y) = 0;
  der(z) = 0;
end M;
----
involute run MODEL --stop 1 --json | awk '/"(whole|flat)"/ { v = $2 + 0; print $1, (v == 0.1*(0.2*0.3) ? "the product first" : ""), (v == 0.1*0.2*0.3 ? "from left to right" : "") }'
----
status 0
"whole": the product first
"flat":  from left to right
====
model M
  model A
    Real x = 1;
  end A;
  function f
    extends A;
  end f;
  function g
    extends nowhere;
    output Real y = 1;
  end g;
  function h
    extends h2;
  end h;
  function h2
    extends h;
  end h2;
  Real y = f() + g() + h();
end M;
----
involute check MODEL
----
status 1
model.mo:6:13: error: 'extends': 'A' is not a function
model.mo:9:13: error: 'extends': there is no class 'nowhere' in this file
model.mo:16:13: error: 'h' extends itself
====
model M
  Real y = f(3);
end M;
----
printf 'package P\n partial function base input Real x; input Real k = 1; output Real y; end base;\n function f extends base(k = 2); algorithm y := k*x; end f;\nend P;\n' > l.mo
involute run MODEL --library l.mo --stop 0
----
status 0
y     6
====
// An assertion in a function that a 'when' calls is checked at its events only.
function bounded
  input Real u;
  output Real y;
algorithm
  assert(u < 3, "u is too large");
  y := u;
end bounded;
function total
  input Real a[:];
  input Integer k;
  output Real y = 0;
protected
  Integer j = 0;
algorithm
  while j < k loop
    j := j + 1;
    assert(a[j] > 0, "a must be positive");
    y := y + a[j];
  end while;
end total;
model Called
  parameter Real a[3] = {1, 2, -3};
  Real x(start = 0, fixed = true);
  Integer k(start = 1, fixed = true);
  discrete Real d(start = 0, fixed = true), e(start = 0, fixed = true), s(start = 0, fixed = true);
equation
  der(x) = 5;
  when time > 0.25 then
    d = bounded(x);
    s = total(a, k);
  end when;
  when time > 0.8 then
    k = 3;
  end when;
algorithm
  when time > 0.5 then
    e := bounded(x);
  end when;
end Called;
----
involute run MODEL --stop 0.9
----
status 0
  d       1.25
  e       2.5
  s       1
====
// There it is checked.
function bounded
  input Real u;
  output Real y;
algorithm
  assert(u < 3, "u is too large");
  y := u;
end bounded;
model Called
  Real x(start = 0, fixed = true);
  discrete Real e(start = 0, fixed = true);
equation
  der(x) = 5;
algorithm
  when sample(0.25, 0.25) then
    e := bounded(x);
  end when;
end Called;
----
involute run MODEL
----
status 3
model.mo:6:3: error: t = 0.75: assertion failed: u is too large
====
// What acts at events is no part of a function, also where a 'when' calls it.
function f
  input Real u;
  output Real y;
algorithm
  terminate("never");
  y := u;
end f;
model M
  discrete Real d(start = 0);
algorithm
  when time > 0.5 then
    d := f(time);
  end when;
end M;
----
involute check MODEL
----
status 1
model.mo:6:3: error: 'terminate' is allowed only in 'when ... then ... end when'
====
// Constants that cannot be folded, in functions that are not expanded.
model Factors
  function f
    input Real x;
    output Real r;
  algorithm
    r := 0.5*Modelica.Constants.small*x;
    annotation(Inline = false);
  end f;
  function g
    input Real x;
    output Real r;
  algorithm
    r := 1e-200*(1e-200*x);
    annotation(Inline = false);
  end g;
  Real x(start = 1e300, fixed = true), a = f(3*x), b = g(7*x);
equation
  der(x) = 0;
end Factors;
----
involute run MODEL
----
status 0
  a        3.3376107877608e-08
  b        7e-100
====
// Of Modelica 4: mu_0 is 4*pi*1.00000000055e-7.
model Vacuum
  import Modelica.Constants.*;
  Real a = mu_0/(4*pi*1.00000000055e-7) - 1, b = mu_0*epsilon_0*c^2 - 1;
end Vacuum;
----
involute run MODEL | awk '$1 == "a" || $1 == "b" { print $1, ($2 < 5e-16 && $2 > -5e-16) }'
----
status 0
a 1
b 1
