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
