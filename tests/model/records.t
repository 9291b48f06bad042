record R
  Real a;
  Real b = 2;
end R;
model M
  R r;
equation
  der(r.a) = r.b;
end M;
----
involute analyze MODEL
----
status 0
2 equations, 2 unknowns
r.b = 2
der(r.a) = r.b
====
record R
  Real a;
  Real b = 2;
end R;
model M
  R r(b = 3);
equation
  der(r.a) = r.b;
end M;
----
involute analyze MODEL
----
status 0
r.b  3
====
record R
  Real a;
  Real b = 2;
end R;
model M
  R r(a(start = 4, fixed = true), b = 3);
equation
  der(r.a) = r.b;
end M;
----
involute analyze MODEL
----
status 0
r.a  4
====
record R
  Real a;
  Real b = 2;
end R;
model M
  R r[2](a(start = {4, 5}, each fixed = true), each b = 3);
equation
  der(r[1].a) = r[1].b;
  der(r[2].a) = r[2].b;
end M;
----
involute analyze MODEL
----
status 0
r[1].a  4
r[2].a  5
r[2].b  3
====
record R
  Real a;
  Real b = 2;
end R;
model M
  R r[2](b = {3, 4});
equation
  for i in 1:2 loop
    der(r[i].a) = r[i].b;
  end for;
end M;
----
involute analyze MODEL
----
status 0
der(r[2].a) = r[2].b
r[2].b  4
====
record R
  Real a;
  Real b = 2;
end R;
model M
  parameter R p = R(1, b = 5);
  Real x(start = 0, fixed = true);
equation
  der(x) = p.a + p.b;
end M;
----
involute run MODEL --stop 1
----
status 0
x  6
====
record R
  Real a;
  Real b = 2;
end R;
model M
  parameter R p = R(1, b = 5);
  Real x(start = 0, fixed = true);
equation
  der(x) = p.a + p.b;
end M;
----
involute run MODEL --stop 1 --set p.b=2
----
status 0
x  3
====
record R
  Real a;
  Real b = 2;
end R;
model M
  R r, s;
equation
  der(r.a) = 1;
  r = s;
end M;
----
involute analyze MODEL
----
status 0
(r = s).a
(r = s).b
====
record R
  Real a;
  Real b = 2;
end R;
model M
  R r = R(time, 3);
  Real x;
equation
  der(x) = r.a;
end M;
----
involute analyze MODEL
----
status 0
r.a = (R(time, 3)).a
====
record R
  Real a;
  Real b = 2;
end R;
model M
  constant R c = R(a = 1);
  Real x;
equation
  der(x) = c.a + c.b;
end M;
----
involute check MODEL
----
status 0
well formed
====
record I
  Real v[2];
end I;
record O
  I i[2];
  Integer n = 3;
end O;
model M
  parameter O o = O({I({1, 2}), I({3, 4})});
  Real x(start = 0, fixed = true);
equation
  der(x) = o.i[2].v[1] + o.n;
end M;
----
involute run MODEL --stop 1
----
status 0
x  6
====
record R
  Real a = 1;
  Real b = a*a + 1;
end R;
model M
  R r[2](a = {2, 3});
  Real x;
equation
  der(x) = r[2].b;
end M;
----
involute analyze MODEL
----
status 0
r[1].b  5
r[2].b  10
====
record R
  parameter Integer n = 2;
  Real v[n];
end R;
model M
  R r;
equation
  der(r.v) = {1, 2};
end M;
----
involute analyze MODEL
----
status 0
r.v[2]
====
record R
  Reel a;
end R;
model M
  parameter R r = R({1, 2});
  Real x;
equation
  der(x) = 1;
end M;
----
involute check MODEL
----
status 1
unknown type 'Reel'; did you mean 'Real'?
====
record R
  Real a;
  Real b = 2;
end R;
model M
  R r;
equation
  der(r.c) = 1;
end M;
----
involute check MODEL
----
status 1
model.mo:8:7: error: 'r' is a record R, which has no field 'c'
====
record R
  Real a;
  Real b = 2;
end R;
model M
  R r(c = 1);
equation
  der(r.a) = 1;
end M;
----
involute check MODEL
----
status 1
model.mo:6:7: error: the record R has no field 'c'
====
record R
  Real a;
  Real b = 2;
end R;
model M
  R r;
equation
  der(r) = 1;
end M;
----
involute check MODEL
----
status 1
the argument of 'der' must be a number (Real or Integer), found record R
====
record R
  Real a;
  Real b = 2;
end R;
model M
  R r;
  Real x;
equation
  r = x;
end M;
----
involute check MODEL
----
status 1
here the left side is record R and the right side Real
====
record R
  Real a;
  Real b = 2;
end R;
model M
  R r = 1;
equation
  der(r.a) = 1;
end M;
----
involute check MODEL
----
status 1
the value of 'r' must be record R, found Integer
====
record R
  Real a;
  Real b = 2;
end R;
model M
  parameter R r = R(true);
  Real x;
equation
  der(x) = 1;
end M;
----
involute check MODEL
----
status 1
'a' of 'R' must be Real, found Boolean
====
record R
  Real a;
  Real b = 2;
end R;
model M
  parameter R r = R(time);
  Real x;
equation
  der(x) = 1;
end M;
----
involute check MODEL
----
status 1
the value of 'r' must not change with time, but 'time' does
====
record R
  Real a;
  Real a;
end R;
model M
  R r;
equation
  der(r.a) = 1;
end M;
----
involute check MODEL
----
status 1
the record has the field 'a' twice
====
record R
  R a;
end R;
model M
  R r;
equation
  der(r.a) = 1;
end M;
----
involute check MODEL
----
status 1
the record R contains itself
====
record R
  Real a;
equation
  a = 1;
end R;
model M
  R r;
end M;
----
involute check MODEL
----
status 1
the record 'R' must not have equations
====
record R
  Real a;
end R;
record R
  Real a;
end R;
model M
  R r;
end M;
----
involute check MODEL
----
status 1
the record 'R' is defined twice, first on line 1
====
record R
  Real a;
  Real b = 2;
end R;
model M
  Real x;
equation
  der(x) = R;
end M;
----
involute check MODEL
----
status 1
'R' is a record type; expected a value
====
record R
  Real a;
  Real b = 2;
end R;
model M
  parameter R p = R(1);
  Real x;
equation
  der(x) = p.a;
end M;
----
involute run MODEL --set p=1
----
status 2
error: 'p' is a record; set its fields, as in p.x=1
====
// modifiers of components and of fields: values, attributes, parts by their names
model M
  record Body
    Real m = 1;
    Real r[2] = {0, 0};
    Real v[2](start = {1, 2}, each fixed = true);
  end Body;
  record Pair
    parameter Real k = 3;
    Body a(m = k), b(m = 4, r = {5, 6}, v(start = {8, 9}));
  end Pair;
  Body b(m = 2, r = {1, 0}, v(start = {3, 4}));
  Pair q(a(r = {7, 7}), k = 10, b.r = {11, 12}, b.v.start = {13, 14});
equation
  der(b.v) = zeros(2);
  der(q.a.v) = zeros(2);
  der(q.b.v) = zeros(2);
end M;
----
involute run MODEL --stop 0 --quiet --output -
----
status 0
time,b.m,b.r[1],b.r[2],b.v[1],b.v[2],q.a.m,q.a.r[1],q.a.r[2],q.a.v[1],q.a.v[2],q.b.m,q.b.r[1],q.b.r[2],q.b.v[1],q.b.v[2],
0,2,1,0,3,4,10,7,7,1,2,4,11,12,13,14,
====
// the same for arrays of records, and a value of the whole that beats what a definition says
model M
  record Body
    Real m = 1;
    Real r[2] = {0, 0};
  end Body;
  record Pair
    Real k = 3;
    Body a[2](m = {k, 2*k}), b(m = 4);
  end Pair;
  Body b[2](each m = 2, r = {{1, 0}, {0, 1}});
  Pair q[2](k = {5, 6}, each b(r = {7, 8}));
  Pair p(a(each r = {1, 2}), b = Body(20, {21, 22}));
  Body c(m = 30) = Body(31, {32, 33});
end M;
----
involute run MODEL --stop 0 --quiet --output -
----
status 0
time,b[1].m,b[2].m,b[1].r[1],b[1].r[2],b[2].r[1],b[2].r[2],q[1].k,q[2].k,q[1].a[1].m,q[1].a[2].m,q[2].a[1].m,q[2].a[2].m,
q[1].b.m,q[2].b.m,q[1].b.r[1],q[1].b.r[2],q[2].b.r[1],q[2].b.r[2],p.k,p.a[1].m,p.a[2].m,p.a[1].r[1],p.a[1].r[2],p.a[2].r[1],p.a[2].r[2],p.b.m,p.b.r[1],p.b.r[2],c.m,c.r[1],c.r[2]
0,2,2,1,0,0,1,5,6,5,10,6,12,0,0,0,0,0,0,0,0,4,4,7,8,7,8,3,3,6,1,2,1,2,20,21,22,30,32,33
====
model M
  record Body
    Real m = 1;
    Real r[2] = {0, 0};
  end Body;
  record Pair
    Body a(q = 1);
  end Pair;
  Body a(m = 1, m = 2);
  Body b(x = 1);
  Body c(m);
  Body d(r = 1);
  Body e[2](m = 1);
  Body f[2](r = {1, 2});
  Body g(m.x = 2);
  Body h(m.start = true);
  Pair i;
end M;
----
involute check MODEL
----
status 1
model.mo:9:17: error: the field 'm' is given twice
model.mo:10:10: error: the record Body has no field 'x'
model.mo:11:10: error: the field 'm' needs a value: m = ...
model.mo:12:14: error: the value of 'd.r' is a scalar, but 'd.r' is an array [2]; write 'each', or give an array
model.mo:13:17: error: the value of 'e.m' is a scalar, but 'e.m' is an array [2]; write 'each', or give an array
model.mo:14:17: error: the value of 'f.r' has the size [2], but 'f.r' has [2, 2]
model.mo:15:12: error: unknown attribute 'x'
model.mo:16:20: error: the attribute 'start' of 'h.m' must be Real, found Boolean
model.mo:7:12: error: the record Body has no field 'q'
====
// initial algorithms give values to records with fixed = false, to parts of them and as a whole
model M
  record Body
    Real m;
    Real r[2];
  end Body;
  parameter Body p(m(fixed = false), r(each fixed = false)), q = Body(1, {2, 3});
  parameter Body s(m(fixed = false), r(fixed = {false, false}));
  Real x(start = p.m, fixed = true), y(start = s.r[2], fixed = true);
equation
  der(x) = p.r[1] + 10*p.r[2];
  der(y) = s.m;
initial algorithm
  p.m := 2*q.m;
  for i in 1:2 loop
    p.r[i] := i*q.r[i];
  end for;
  s := q;
end M;
----
involute run MODEL --stop 0
----
status 0
final values
  x        2
  y        3
  der(x)   62
  der(y)   1
====
model M
  record Body
    Real m, r[2];
  end Body;
  parameter Body p(m(fixed = false), r = {1, 2}), q(m = 1, r(each fixed = false));
  Real x(start = p.m, fixed = true);
equation
  der(x) = q.r[1];
initial algorithm
  p := Body(1, {2, 3});
  q.m := 1;
end M;
----
involute check MODEL
----
status 1
model.mo:10:3: error: 'p.r[1]' is a parameter and cannot be assigned
model.mo:10:3: error: 'p.r[2]' is a parameter and cannot be assigned
model.mo:11:3: error: 'q.m' is a parameter and cannot be assigned
====
// fields that 'when' assigns are discrete, those beside them are not
model M
  record R
    Real x, y;
  end R;
  R r[2], s, q;
  Real t;
equation
  der(r.y) = {1, 2};
  der(t) = 1;
  s.y = t;
  when time > 0.5 then
    r[1].x = r[1].y;
    r[2].x = 10;
    s.x = 3;
    q = R(4, 5);
  end when;
end M;
----
involute run MODEL --rtol 1e-10 --stop 0.75
----
status 0
final values
  r[1].y        0.75
  r[2].y        1.5
  s.y           0.75
  r[1].x        0.5
  r[2].x        10
  s.x           3
  q.x           4
  q.y           5
====
// the same in an algorithm
model M
  record R
    Real x, y;
  end R;
  R r[2], q;
equation
  der(r.y) = {1, 2};
algorithm
  when time > 0.5 then
    r[1].x := r[1].y;
    r[2].x := 10;
    q := R(4, 5);
  end when;
end M;
----
involute run MODEL --rtol 1e-10 --stop 0.75
----
status 0
final values
  r[1].y        0.75
  r[2].y        1.5
  r[1].x        0.5
  r[2].x        10
  q.x           4
  q.y           5
====
// r.x[1] of an array r is a slice: the subscript belongs to x (Modelica 10.6.9); in parentheses it is one of the whole
model M
  record R
    Real x[3], y;
  end R;
  record Q
    R r[2];
  end Q;
  R r[2](x = {{1, 2, 3}, {4, 5, 6}}, y = {7, 8});
  Q q[2](r(x = {{{1, 2, 3}, {4, 5, 6}}, {{11, 12, 13}, {14, 15, 16}}}, y = {{1, 2}, {3, 4}}));
  Real a[2] = r.x[1], b[2, 2] = r.x[2:3], c[2] = r[:].x[end], d[3] = (r.x)[2], e = (r.x)[2, 1], f[2] = r[{2, 1}].x[3];
  Real g[2] = q.r[2].x[3], h[2, 2] = q.r.y, i[2] = q[2].r.x[1], j = sum(r.x[k] * {1, 1} for k);
end M;
----
involute run MODEL --stop 0 --quiet --output -
----
status 0
1,4,2,3,5,6,3,6,4,5,6,4,6,3,6,16,1,2,3,4,11,14,21
====
model M
  record R
    Real x[3], y;
  end R;
  R r[2];
  Real z[2];
algorithm
  r.x[1] := {1, 2};
  for k in 2:3 loop
    r[:].x[k] := {10*k, 20*k};
  end for;
  r.y := {7, 8};
  z := r.y[1];
end M;
----
involute check MODEL; sed 's/r.y\[1\]/r.x[3]/' MODEL >good.mo; involute run good.mo --stop 0 --quiet --output -
----
status 0
model.mo:13:8: error: 'r.y' is a scalar and has too many subscripts: 1
time,r[1].x[1],r[1].x[2],r[1].x[3],r[2].x[1],r[2].x[2],r[2].x[3],r[1].y,r[2].y,z[1],z[2]
0,1,20,30,2,40,60,7,8,30,60
====
// Fields of a type that is unknown, in an array of records.
model M
  record R
    Reel a[2], y;
  end R;
  record Q
    R r[2], s;
  end Q;
  Q q[2];
  Real a[2] = q.s.y;
equation
  for i loop
    der(q[i].s.y) = q[i].r.y[1] + (q[i].r.a)[2];
  end for;
end M;
----
involute check MODEL; involute check MODEL 2>&1 | grep -c error:
----
status 0
model.mo:4:5: error: unknown type 'Reel'; did you mean 'Real'?
1
====
// Fields whose declarations are wrong: whoever uses such a record skips them.
model M
  record R
    Real x[n], y;
  end R;
  record S
    R r;
    R q = r;
    Real z = r.y;
  end S;
  R a, b;
  R c[2];
  S s[2], t(q = s[1].r);
  Real y = f(time);
  function f
    input Real u;
    output Real y;
  protected
    R r, s;
  algorithm
    r := s;
    y := u;
  end f;
equation
  c = {a, b};
  a = if time > 1 then c[2] else b;
  when time > 1 then
    b = a;
  end when;
algorithm
  when time > 2 then
    c[1] := a;
  end when;
  a := b;
end M;
----
involute check MODEL; involute check MODEL 2>&1 | grep -c error:
----
status 0
model.mo:4:12: error: unknown name 'n'
1
====
model M
  record R
    Real x, x, y;
  end R;
  record S
    R r;
    R q = r;
    Real z = r.y;
  end S;
  R a, b;
  R c[2], d = R(1, 2, 3);
  S s[2], t(q = s[1].r);
  Real y = f(time);
  function f
    input Real u;
    output Real y;
  protected
    R r, s;
  algorithm
    r := s;
    r := R(1, 2, 3);
    y := u;
  end f;
equation
  c = {a, b};
  a = if time > 1 then c[2] else b;
  when time > 1 then
    b = a;
  end when;
algorithm
  when time > 2 then
    c[1] := a;
  end when;
  a := b;
end M;
----
involute check MODEL
----
status 1
model.mo:3:13: error: the record has the field 'x' twice
!internal
====
model M
  record R
    Real x[3000, 3000];
  end R;
  function f
    input Real u;
    output Real y;
  protected
    R r;
  algorithm
    y := r.x[1, 1] + u;
  end f;
  Real y = f(time);
end M;
----
involute check MODEL
----
status 1
model.mo:9:7: error: 'r.x' has more than 4000000 elements
!internal
====
model M
  record R
    Real a, b, c, d;
  end R;
  record S
    Real z;
  end S;
  S s, v[2];
  R p = R(1, 2, 3, 4);
equation
  when time > 1 then
    s = p;
    v = s;
  end when;
end M;
----
involute check MODEL
----
status 1
model.mo:12:5: error: 's' is record S and cannot become record R
model.mo:13:5: error: 'v' has the size [2] and cannot become a scalar
====
// Only variables are assigned: a record with others is not assigned as a whole.
model M
  record P
    parameter Real p = 1;
    Real x;
  end P;
  record C
    constant Real c = 1;
    Real x;
  end C;
  record S
    String s;
    Real x;
  end S;
  P a, b(x = 1);
  C c, d(x = 1);
  S e, f(s = "f", x = 1);
algorithm
  when time > 1 then
    a := b;
  end when;
  c := d;
  when time > 1 then
    e := f;
  end when;
end M;
----
involute check MODEL
----
status 1
model.mo:20:5: error: 'a.p' is a parameter and cannot be assigned
model.mo:22:3: error: 'c.c' is a constant and cannot be assigned
model.mo:24:5: error: 'e.s' is a String and cannot be assigned
====
// Constants and parameters inside of records decide sizes beside them.
model M
  record P
    constant Integer n = 2, m = 1;
  end P;
  record R
    constant P p[2] = {P(2), P(n = 3)}, q = P(m = 4);
    parameter P s = P(n = 5);
    Real x[p[2].n], y[q.m], z[s.n];
  end R;
  R r(x = {1, 2, 3}, y = ones(4), z = ones(5)), u[2](each x = ones(3), each y = ones(4), each z = ones(5));
  Real w = sum(r.x)*r.p[1].n + u[2].p[1].n;
end M;
----
involute run MODEL --stop 0 --quiet --output -
----
status 0
0,1,2,3,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,14
====
// Default values of another size in each element, and an operator that gives them.
model M
  record A
    constant Integer m = 1;
    Real x;
    Real y[:] = {1};
  end A;
  record B
    parameter Integer n = 1;
    A a = A(1, 2, ones(n));
  end B;
  operator record R
    Integer n;
    operator function '-'
      input R a;
      output Real y[a.n];
    algorithm
      y := ones(a.n);
    end '-';
  end R;
  B b[2](n = {1, 900000});
  constant R c[2] = {R(1), R(900000)};
  Real y[2, 1];
equation
  y = -c;
end M;
----
involute check MODEL
----
status 1
model.mo:10:11: error: the field 'y' of element 2 of the array has the size [900000], but that of element 1 has [1]
model.mo:25:7: error: element 2 of the array has the size [900000], but element 1 has [1]
