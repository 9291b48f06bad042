// Values of inputs from a table: straight lines between rows, a jump where a time stands twice.
model Lag
  input Real u(start = 1);
  Real x(start = 0, fixed = true);
equation
  der(x) = u - x;
end Lag;
----
printf 'time,u\n0,0\n1,1\n1,3\n2,3\n3,0\n' >u.csv; involute run MODEL --input u.csv --rtol 1e-10 --stop 3
----
status 0
events 3, the last at t = 3: time
x 1.54014289514
====
// Without a table an input keeps its start value.
model Lag
  input Real u(start = 1);
  Real x(start = 0, fixed = true);
equation
  der(x) = u - x;
end Lag;
----
involute run MODEL --rtol 1e-10
----
status 0
x 0.63212055882
====
// The derivative of an input is the slope of its line: a constraint may depend on it.
model Prescribed
  input Real u;
  Real x, v, F;
equation
  x = u;
  v = der(x);
  F = 2*der(v) + v;
end Prescribed;
----
printf 'time,u\n0,1\n2,5\n' >u.csv; involute run MODEL --input u.csv
----
status 0
x 3
v 2
F 2
====
model M
  input Real u;
  Real x;
equation
  x = u;
end M;
----
printf 'time,speed\n0,1\n' >u.csv; involute run MODEL --input u.csv
----
status 2
u.csv:1:6: error: the model has no input 'speed'
====
model M
  input Real u;
  Real x;
equation
  x = u;
end M;
----
printf 'time,u\n0,1\n1,2\n0.5,3\n' >u.csv; involute run MODEL --input u.csv
----
status 2
u.csv:4:1: error: time decreases from 1 to 0.5
====
model M
  input Real u;
  Real x;
equation
  x = u;
end M;
----
printf 'time,u\n0,1\n1,abc\n' >u.csv; involute run MODEL --input u.csv
----
status 2
error: expected a finite number, found 'abc'
====
model M
  input Real u;
  Real x;
equation
  x = u;
end M;
----
printf 't,u\n0,1\n' >u.csv; involute run MODEL --input u.csv
----
status 2
u.csv:1:1: error: the first column must be 'time', found 't'
====
model M
  input Real u, w;
  Real x;
equation
  x = u + w;
end M;
----
printf 'time,u,w\n0,1\n' >u.csv; involute run MODEL --input u.csv
----
status 2
error: this row has 1 values; the header has 2
====
model M
  input Real u;
  Real x;
equation
  x = u;
end M;
----
printf 'time,u\n' >u.csv; involute run MODEL --input u.csv
----
status 2
error: the table has no rows
====
model M
  input Real u;
  Real x;
equation
  x = u;
end M;
----
involute run MODEL --input nothing.csv
----
status 5
error: cannot read nothing.csv: No such file or directory
====
// A table without columns changes nothing.
model Lag
  input Real u(start = 1);
  Real x(start = 0, fixed = true);
equation
  der(x) = u - x;
end Lag;
----
printf 'time\n0\n1\n' >u.csv; involute run MODEL --input u.csv --rtol 1e-10
----
status 0
x 0.63212055882
====
// What follows a zero byte would be lost.
model Lag
  input Real u(start = 1);
  Real x(start = 0, fixed = true);
equation
  der(x) = u - x;
end Lag;
----
printf 'time,u\n0,1\n1,1\n\0002,7\n' >u.csv; involute run MODEL --input u.csv
----
status 2
u.csv:1:1: error: the file contains a zero byte: it is no text
