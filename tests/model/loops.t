// Newton's iteration: der(y) = -sqrt(y) from 2 is (sqrt(2) - t/2)^2
function root
  input Real a;
  output Real x;
protected
  Real d;
algorithm
  x := 1;
  d := 1;
  while abs(d) > 1e-14*abs(x) loop
    d := (x*x - a)/(2*x);
    x := x - d;
  end while;
end root;
model M
  Real y(start = 2, fixed = true);
equation
  der(y) = -root(y);
end M;
----
involute run MODEL --stop 1 --rtol 1e-11 --atol 1e-11; involute run MODEL --method taylor
----
status 2
0.8357864376269
error: method taylor needs Taylor coefficients of the equations, but the 'while' on line 10 of model.mo, in the function 'root' has none: its number of passes depends on the solution; use dop853
====
// the arithmetic-geometric mean gives K(k); dK/dk = (E - (1 - k^2) K) / (k (1 - k^2)) is
// 0.7750025015 at k = 0.6 (K = 1.7507538029157525, E = 1.4180833944487243)
function agm
  input Real a0, b0;
  output Real a;
protected
  Real b, c;
algorithm
  a := a0;
  b := b0;
  while abs(a - b) > 1e-15*a loop
    c := (a + b)/2;
    b := sqrt(a*b);
    a := c;
  end while;
end agm;
model M
  Real k(start = 0.1, fixed = true), K, dK;
equation
  der(k) = 0.5;
  K = 3.14159265358979312/(2*agm(1, sqrt(1 - k*k)));
  dK = der(K)/0.5;
end M;
----
involute run MODEL --stop 1
----
status 0
K        1.7507538029157
dK       0.7750025015
====
// integers: the greatest common divisor
function gcd
  input Integer a, b;
  output Integer g;
protected
  Integer r, q;
algorithm
  g := a;
  q := b;
  while q <> 0 loop
    r := mod(g, q);
    g := q;
    q := r;
  end while;
end gcd;
model M
  Integer m(start = 12, fixed = true), g;
equation
  when sample(0.5, 10) then
    m = pre(m) + 18*5;
  end when;
  g = gcd(m, 48*17);
end M;
----
involute run MODEL --stop 1
----
status 0
m        102
g        102
====
// 'return' and 'break' under conditions, and 'for' over a range that changes
function above
  input Real x;
  output Real s;
  output Integer n;
algorithm
  n := 0;
  s := 0;
  while true loop
    n := n + 1;
    s := s + 1/n;
    if s > x then
      return;
    end if;
    if n >= 1000 then
      break;
    end if;
  end while;
  n := -1;
end above;
function triangle
  input Integer n;
  output Integer s;
algorithm
  s := 0;
  for i in 1:n loop
    for k in i:n loop
      if k == 5 then
        break;
      end if;
      s := s + i;
    end for;
  end for;
end triangle;
model M
  Integer k(start = 2, fixed = true), n, m, far;
  Real s, f;
equation
  when sample(0.5, 10) then
    k = 3;
  end when;
  (s, n) = above(k);
  (f, far) = above(100*k);
  m = triangle(2*k);
end M;
----
involute run MODEL --stop 1 --output result.csv; awk -F, 'NR == 1 || NR == 2' result.csv
----
status 0
s      3.01987734487734
n      11
m      26
far   -1
0,2.083333333333333,7.4854708605503433,2,4,20,-1
====
// functions as arguments: der of the root of u^3 = a is 1/(3 u^2), by the secants' own passes; Simpson's rule for u exp(-u)
partial function scalar
  input Real u;
  output Real y;
end scalar;
function cubic
  input Real u;
  input Real a;
  output Real y;
algorithm
  y := u^3 - a;
end cubic;
function bump
  input Real u;
  output Real y;
algorithm
  y := u*exp(-u);
end bump;
function secant
  input scalar f;
  input Real u0;
  input Real u1;
  output Real u;
protected
  Real a;
  Real b;
  Real fa;
  Real fb;
algorithm
  a := u0;
  b := u1;
  fa := f(a);
  fb := f(b);
  while abs(b - a) > 1e-12 and fa <> fb loop
    u := b - fb*(b - a)/(fb - fa);
    a := b;
    fa := fb;
    b := u;
    fb := f(b);
  end while;
  u := b;
end secant;
function simpson
  input scalar f;
  input Real a;
  input Real b;
  input Integer n = 100;
  output Real s;
algorithm
  s := f(a) + f(b);
  for i in 1:n-1 loop
    s := s + (if mod(i, 2) == 1 then 4 else 2)*f(a + i*(b - a)/n);
  end for;
  s := s*(b - a)/(3*n);
end simpson;
model M
  Real a(start = 2, fixed = true);
  Real r;
  Real dr;
  Real s;
equation
  der(a) = 1;
  r = secant(function cubic(a = a), 1, 1.1);
  dr = der(r);
  s = simpson(bump, 0, a);
end M;
----
involute run MODEL --stop 1
----
status 0
r        1.4422495703074
dr       0.16024995225637
s        0.8008517130
====
function g
  input Real u;
  output Real y;
algorithm
  y := u;
end g;
function twice
  input g f;
  output Real y;
algorithm
  y := 2*f(1);
end twice;
model M
  Real x, y, z;
equation
  x = twice(1 + time);
  y = twice(function g(v = 2));
  z = twice(function h(v = 2));
end M;
----
involute check MODEL
----
status 1
model.mo:16:13: error: this argument must be a function of the model, or 'function f(p = a)' with some of its inputs; found '1 + time'
model.mo:17:13: error: 'g' has no input 'v' that is left to give
model.mo:18:13: error: unknown function 'h'
====
// xorshift generators, the third number: 0.34427544574832303 and 0.10936823545022056 by integers of 64 bits elsewhere
model M
  Integer s[2](start = {1, 2}, each fixed = true);
  Integer q[4](start = {1, 2, 3, -4}, each fixed = true);
  Real r(start = 0, fixed = true);
  Real p(start = 0, fixed = true);
equation
  when sample(0.1, 0.1) then
    (r, s) = Modelica.Math.Random.Generators.Xorshift64star.random(pre(s));
    (p, q) = Modelica.Math.Random.Generators.Xorshift128plus.random(pre(q));
  end when;
end M;
----
involute run MODEL --stop 0.35
----
status 0
s[1] 1309405701
s[2] -668831868
r 0.34427544574832
p 0.10936823545022
====
// inverses of the error function, with 30 digits elsewhere: 0.476936276204469873, 4.572824967389485279, -1.984872612615532231,
// 1.959963984540054236
model M
  Real a;
  Real b;
  Real c;
  Real d;
  Real e;
equation
  a = Modelica.Math.Special.erfInv(0.5 + 0*time);
  b = Modelica.Math.Special.erfcInv(1e-10 + 0*time);
  c = Modelica.Math.Special.erfInv(-0.995 + 0*time);
  d = Modelica.Math.Distributions.Normal.quantile(0.975 + 0*time);
  e = Modelica.Math.Special.erfInv(0*time);
end M;
----
involute run MODEL --stop 0.35
----
status 0
a      0.47693627620447
b      4.57282496738949
c     -1.98487261261553
d      1.95996398454005
e      0
====
// external functions by their names in C
function ours
  input Real x, y;
  output Real z;
external "C" z = atan2(x, y);
end ours;
function cosh
  input Real x;
  output Real z;
external "C";
end cosh;
function wrong
  input Real x;
  output Real z;
external "C" z = atan2(x);
end wrong;
model M
  Real a = ours(1, 1 + 0*time), b = cosh(1 + 0*time);
end M;
----
involute run MODEL --stop 1; sed 's/ours(1, 1 + 0\*time)/wrong(1)/' MODEL > wrong.mo; involute check wrong.mo
----
status 1
a     0.785398163397448
b     1.54308063481524
error: the external function 'atan2' takes 2 numbers and gives 1, but 'wrong' has 1 and 1
====
// a loop that does not end is an error with its place and what it began with
function bad
  input Real a;
  output Real x;
algorithm
  x := a;
  while x > 0 loop
    x := x/2 + 1;
  end while;
end bad;
model M
  Real y(start = 2, fixed = true);
equation
  der(y) = -bad(y);
end M;
----
involute run MODEL --stop 1
----
status 1
has no finite value at the start
the 'while' on line 7 of model.mo, in the function 'bad', did not end in 2000000 operations, from 2; check its condition, or give other start values
====
// a bisection in a constraint of index 2: its passes give the derivative 0, the root of x^2 = a has 1/(2 sqrt(a))
function root
  input Real a;
  output Real x;
protected
  Real b;
algorithm
  x := 0;
  b := 10;
  while b - x > 1e-13 loop
    if ((x + b)/2)^2 < a then
      x := (x + b)/2;
    else
      b := (x + b)/2;
    end if;
  end while;
end root;
model M
  Real x(start = 2, fixed = true), y, u;
equation
  der(x) = 1;
  der(y) = u;
  y = root(x);
end M;
----
involute run MODEL --stop 1
----
status 1
error: y = root(x)
'x' behind the 'while' on line 10 of model.mo, in the function 'root'
by x (2 here) they give 0, differences of its values 0.353553
Write what the loop solves as an equation of the model
====
// the same of index 1, solved for the argument
function root
  input Real a;
  output Real x;
protected
  Real b;
algorithm
  x := 0;
  b := 10;
  while b - x > 1e-13 loop
    if ((x + b)/2)^2 < a then
      x := (x + b)/2;
    else
      b := (x + b)/2;
    end if;
  end while;
end root;
model M
  Real x(start = 2, fixed = true), y(start = 4);
equation
  der(x) = 1;
  x = root(y);
end M;
----
involute run MODEL --stop 1; sed 's/1e-13/1e-6/' MODEL > coarse.mo; involute run coarse.mo --stop 1
----
status 1
by y (
they give 0, differences of its values 0.2
they give 0, differences of its values 0.2
====
// formulas of which nobody needs the derivative, and events, may use a bisection: sqrt(3) at the end, sqrt(x) = 1.5 at 0.25
function root
  input Real a;
  output Real x;
protected
  Real b;
algorithm
  x := 0;
  b := 10;
  while b - x > 1e-13 loop
    if ((x + b)/2)^2 < a then
      x := (x + b)/2;
    else
      b := (x + b)/2;
    end if;
  end while;
end root;
model M
  Real x(start = 2, fixed = true), y, z;
  Boolean late = root(x) > 1.5;
equation
  der(x) = 1;
  y = root(x);
  z = if late then 2*y else y;
end M;
----
involute run MODEL --stop 1; involute run MODEL --stop 1 --method radau2a5
----
status 0
y 1.7320508075
z 3.4641016151
y 1.7320508075
z 3.4641016151
====
// Newton's iteration, the arithmetic-geometric mean and secants have the derivative of what they approximate, of index 3 as well:
// with y = sqrt(x) and x = 2 + t^2/2, der(der(y)) at t = 1 is (x'' - 2 y'^2)/(2 y) = 0.2529822128 for x' = 1, y' = 0.3162277660
function root
  input Real a;
  output Real x;
protected
  Real d;
algorithm
  x := 1;
  d := 1;
  while abs(d) > 1e-14*abs(x) loop
    d := (x*x - a)/(2*x);
    x := x - d;
  end while;
end root;
model M
  Real x(start = 2, fixed = true), v(start = 0, fixed = true), y, w, f;
equation
  der(x) = v;
  der(v) = 1;
  der(y) = w;
  der(w) = f;
  y = root(x);
end M;
----
involute run MODEL --stop 1
----
status 0
w 0.3162277660
f 0.2529822128
====
// a fixed-point iteration that ends too early: x = a/4 + x/2 gives 1/2, the first pass 1/4, three passes 7/16
function half
  input Real a;
  output Real x;
protected
  Integer n;
algorithm
  x := 0;
  n := 0;
  while n < 3 or abs(x - a/2) > 10 loop
    x := a/4 + x/2;
    n := n + 1;
  end while;
end half;
model M
  Real x(start = 2, fixed = true), y, u;
equation
  der(x) = 1;
  der(y) = u;
  y = half(x);
end M;
----
involute run MODEL --stop 1
----
status 0
u 0.4375
====
// a variable that a pass reads before anything has assigned it
function bad
  input Real a;
  output Real x;
protected
  Real d;
algorithm
  x := 1;
  while d > 1e-3 loop
    x := x + a;
    d := 1/x;
  end while;
end bad;
function worse
  input Real a;
  output Real x;
protected
  Real d;
algorithm
  x := 1;
  while x < 10*a loop
    x := x + d;
    d := 1/x;
  end while;
end worse;
model M
  Real y = bad(1 + time), z = worse(1 + time);
end M;
----
involute check MODEL
----
status 1
model.mo:9:9: error: 'd' is used before it has a value
model.mo:21:3: error: 'd' is read in the first pass of this 'while' before it has a value
====
// what the first pass assigns under a condition, and reads under another one: fine if they agree, else an error of the run
function ok
  input Real a;
  output Real x;
protected
  Boolean first;
  Real d;
algorithm
  x := 0;
  first := true;
  while x < 10*a loop
    if first then
      d := 1;
      first := false;
    elseif d > 4 then
      d := 0.5;
    else
      d := d + 1;
    end if;
    x := x + d;
  end while;
end ok;
model M
  Real y;
equation
  y = ok(1 + time);
end M;
----
involute run MODEL --stop 1; sed 's/first := true/first := a > 100/' MODEL > bad.mo; involute run bad.mo --stop 1
----
status 1
y      23
error: y = ok(1 + time)
has no finite value at the start
the condition of the 'while' on line 11 of bad.mo, in the function 'ok', is no number after 1 passes, from
====
// xorshift1024* from the words (1, 2), (3, 4), ... and the place 14: the third number by integers of 64 bits elsewhere
model M
  Integer s[33](start = cat(1, 1:32, {14}), each fixed = true);
  Real r(start = 0, fixed = true);
equation
  when sample(0.1, 0.1) then
    (r, s) = Modelica.Math.Random.Generators.Xorshift1024star.random(pre(s));
  end when;
end M;
----
involute run MODEL --stop 0.35 --output result.csv; tail -1 result.csv | tr , '\n' | sed -n '/0.57399/,$p' | tr '\n' ' '; involute run MODEL --stop 0.35 --json | tr -d ' ' | grep -e '-2062548878'
----
status 0
0.573992075995189
====
// densities, shares and their inverses: sinc by its series, shares of the normal and Weibull densities by Simpson's rule elsewhere
model M
  Real a = Modelica.Math.Special.sinc(0.5 + 0*time);
  Real b = Modelica.Math.Special.sinc(1e-5 + 0*time);
  Real c = Modelica.Math.Special.sinc(0*time);
  Real d = Modelica.Math.Distributions.Normal.density(1.7 + 0*time, 1, 0.5);
  Real e = Modelica.Math.Distributions.Normal.cumulative(1.7 + 0*time, 1, 0.5);
  Real f = Modelica.Math.Distributions.Weibull.density(1.2 + 0*time, 2, 1.5);
  Real g = Modelica.Math.Distributions.Weibull.cumulative(1.2 + 0*time, 2, 1.5);
  Real h = Modelica.Math.Distributions.Weibull.quantile(0.3 + 0*time, 2, 1.5);
  Real i = Modelica.Math.Distributions.Uniform.density(1.7 + 0*time, -1, 3);
  Real j = Modelica.Math.Distributions.Uniform.cumulative(1.7 + 0*time, -1, 3);
  Real k = Modelica.Math.Distributions.Uniform.quantile(0.3 + 0*time, -1, 3);
  Real l = Modelica.Math.Distributions.Uniform.density(3.1 + 0*time, -1, 3);
  Real m = Modelica.Math.Distributions.Normal.quantile(Modelica.Math.Distributions.Normal.cumulative(0.3 + 0*time, 1, 2), 1, 2);
end M;
----
involute run MODEL --stop 1
----
status 0
a 0.95885107720840
b 0.9999999999833
c 1
d 0.2994549312714
e 0.9192433407662
f 0.3650018394294
g 0.3717128686910
h 1.0058774298314
i 0.25
j 0.675
k 0.2
l 0
m 0.3
====
// digits where the plain formulas have none: expm1(1e-12) = 1e-12 + 5e-25, log1p(1e-12) = 1e-12 - 5e-25,
// erfc(6) = 2.1519736712498913e-17, and by their names in C; shares in the tails
function ours
  input Real x;
  output Real y;
external "C" y = expm1(x);
end ours;
model M
  Real a = expm1(1e-12 + 0*time);
  Real b = log1p(1e-12 + 0*time);
  Real c = erfc(6 + 0*time);
  Real d = ours(1e-12 + 0*time);
  Real e = Modelica.Math.Distributions.Normal.cumulative(-8.48528137423857029 + 0*time);
  Real f = Modelica.Math.Distributions.Weibull.cumulative(1e-12 + 0*time);
  Real g(start = 0, fixed = true);
equation
  der(g) = 1/(1 + g + expm1(-log1p(g)) + g/(1 + g));
end M;
----
involute run MODEL --stop 1 --rtol 1e-10 --atol 1e-12
----
status 0
a 1.0000000000005e-12
b 9.999999999995e-13
c 2.15197367124989e-17
d 1.0000000000005e-12
e 1.07598683562
f 9.999999999995e-13
g 0.73205080
====
// subscripts that change inside a loop are checked in each pass: the table begins at 0, 1, 3, 7
function place
  input Real u;
  input Real x[4];
  output Integer n;
algorithm
  n := 1;
  while n < 4 and u >= x[n] loop
    n := n + 1;
  end while;
end place;
model M
  Integer n;
  Integer k(start = 0, fixed = true);
equation
  when sample(0.4, 10) then
    k = 5;
  end when;
  n = place(k, {0, 1, 3, 7});
end M;
----
involute run MODEL --stop 1; sed 's/n < 4 and/n < 9 and/; s/k = 5/k = 50/' MODEL > bad.mo; involute run bad.mo --stop 1
----
status 3
n        4
subscript 1 of 'x' is outside of 1:4
