model M
  type E = enumeration(one, two);
  parameter E e = E.two;
  parameter String s = "a" + "b" + String(3);
  parameter String f = String(e) + String(1.5, significantDigits = 3) + String(true) + String(12, minimumLength = 5, leftJustified = false);
  Real x = if s == "ab3" then 1 else 2;
  Real y = if f == "two1.5true   12" then 3 else 4;
  Real z = (if s < "ab4" then 10 else 0) + (if s >= "ab3" then 100 else 0) + (if s <> "ab3" then 1000 else 0);
end M;
----
involute run MODEL --stop 1
----
status 0
final values
x      1
y      3
z      110
====
model M
  parameter Real k = 1.5;
  Real x = if String(k) == "1.5" then 1 else 2;
end M;
----
involute run MODEL --set k=2
----
status 2
'k' cannot be set: it determined sizes, subscripts, branches or tables
====
model M
  Real y = time;
  Real x = if String(y) == "1.5" then 1 else 2;
end M;
----
involute check MODEL
----
status 1
model.mo:3:15: error: '==' compares Strings that are known when the model is read; 'String(y)' is not
====
model M
  model A
    Real x;
  equation
    assert(time < 0.5, getInstanceName() + " at its end");
    x = 1;
  end A;
  A a[2];
  parameter String n = getInstanceName();
  Real y = if n == "M" then 1 else 2;
equation
  assert(y < 1.5, "name");
end M;
----
involute run MODEL --stop 1
----
status 3
M.a[1] at its end
====
model M
  parameter Real k = 2;
  parameter Real m = 3*k;
end M;
----
involute run MODEL --stop 2 --points 2 --output - ; involute analyze MODEL --set k=3
----
status 0
time
0
2
0 equations, 0 unknowns
====
model M
end M;
----
involute run MODEL --stop 1
----
status 0
M: done at t = 1
====
model M
  parameter Real x = 3.14159265;
  parameter Integer n = 42;
equation
  assert(String(x, format = "%.3f") == "3.142" and String(n, format = "%5d") == "   42" and String(x, format = "-8.2f") == "3.14    ", "formats");
  assert(String(x, format = "%%f") == "", "none");
end M;
----
involute check MODEL
----
status 1
model.mo:6:29: error: the format of 'String' must be a constant string such as "8.3f", and the value a number; found '"%%f"'
!model.mo:5
====
// An array of Strings has one text where all its elements have the same.
model M
  record R
    parameter String s = "c";
    Real a;
  end R;
  parameter String p[2] = {"a", "b"}, q[2] = {"a", "a"}, one[1] = {"d"};
  R r[2](each a = 1), v[2](a = {1, 2}, s = {"e", "f"});
  Real y = if q[2] == "a" then 1 else 2;
  Real z = if one[1] == "d" then 1 else 2;
  Real u = if r[2].s == "c" then 1 else 2;
equation
  assert(time < 1, "p is " + p[2]);
  assert(time < 1, "v is " + v[2].s);
end M;
----
involute run MODEL --stop 2 --quiet --every 1 --output -
----
status 3
assertion failed: "p is " + p[2]
0,1,1,1,2,1,1,1
====
model M
  parameter String p[2] = {"a", "b"};
  Real y = if p[2] == "b" then 1 else 2;
end M;
----
involute check MODEL
----
status 1
model.mo:3:15: error: '==' compares Strings that are known when the model is read; 'p[2]' is not
