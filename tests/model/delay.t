model M
  Real x(start = 1, fixed = true);
equation
  der(x) = -delay(x, 1);
end M;
----
involute check MODEL && involute analyze MODEL && involute run MODEL --stop 3 --json
----
status 0
model.mo: M is well formed
"x": -0.16666666666
====
model M
  Real p(start = 0, fixed = true), x, v, f;
equation
  der(p) = sin(time);
  x = delay(p, 0.5);
  der(x) = v;
  der(v) = f;
end M;
----
involute analyze MODEL
----
status 0
index 3
hidden constraints
  v - der delay(p, 0.5) = 0
====
model M
  Real x(start = 1, fixed = true), T = 1 + 0.1*x;
equation
  der(x) = -delay(x, T);
end M;
----
involute check MODEL
----
status 1
model.mo:4:22: error: the delay time changes with 'T'; give the longest one as a third argument: delay(e, T, Tmax)
====
model M
  Real x(start = 1, fixed = true);
equation
  der(x) = -delay(x, 0.5, 1 + x);
end M;
----
involute check MODEL
----
status 1
model.mo:4:27: error: the longest delay time must be a parameter, but 'x' changes with time
====
model M
  Real x(start = 1, fixed = true);
equation
  der(x) = -delay(x, -0.5);
end M;
----
involute check MODEL
----
status 1
model.mo:4:22: error: the delay time must not be negative, found -0.5
====
model M
  parameter Real T = 1;
  Real x(start = 1, fixed = true);
equation
  der(x) = -delay(x, T);
end M;
----
involute run MODEL --stop 1 --set T=0
----
status 1
model.mo:5:13: error: the delay time of delay(x, T) is 0; it must be positive. For no delay, write the expression itself
====
model M
  Real x(start = 1, fixed = true);
equation
  der(x) = -delay(x, 1, 0.5);
end M;
----
involute run MODEL --stop 1
----
status 1
model.mo:4:13: error: the delay time 1 of delay(x, 1, 0.5) exceeds its longest delay time 0.5
====
model M
  Real x(start = 1, fixed = true);
equation
  der(x) = -delay(x, 0);
end M;
----
involute run MODEL --stop 1 --rtol 1e-10
----
status 0
x        0.36787944
====
model M
  Real x(start = 1, fixed = true);
equation
  der(x) = -delay(x, 1);
end M;
----
involute run MODEL --stop -1
----
status 2
delay(x, 1) has no past where time runs backwards; let the stop time be later than the start time
====
model M
  Real x(start = 1, fixed = true);
equation
  der(x) = -delay(x, 1);
end M;
----
involute run MODEL --stop 1 --method taylor
----
status 2
error: method taylor cannot be used with delay(x, 1) (model.mo:4): the past consists of pieces, and a Taylor series sees only the first; use dop853 or radau
====
model M
  Real x(start = 1, fixed = true);
equation
  der(x) = -delay(x, 1);
end M;
----
involute run MODEL --stop 1 --by arclength
----
status 2
error: delay(x, 1) (model.mo:4) needs steps by time: by arclength, the past may have several values at one time; drop --by arclength and --length
====
model M
  Real x(start = 1, fixed = true);
equation
  der(x) = -delay(x, 1);
end M;
----
involute run MODEL --stop 4 --step 2 --method rk4
----
status 2
error: t = 0: the step size 2 is longer than the delay time 1 of delay(x, 1) (model.mo:4), whose past would not be known; use a smaller --step
!ever shorter steps
====
model M
  parameter Real T = 0.5;
  input Real u;
  Real y, w;
equation
  y = delay(u, T);
  w = delay(u*time, 0.25);
end M;
----
printf 'time,u\n0,1\n1,2\n1,5\n2,5\n3,1\n' >u.csv; involute run MODEL --stop 3 --input u.csv --every 0.5 --output r.csv --quiet; cat r.csv
----
status 0
time,y,w
0,1,0
0.5,1,0.3125
1.25,1.75,2
1.25,1.75,5
1.5,2,6.25
1.5,5,6.25
3,3,5.5
!2.25,
====
model M
  Real x;
equation
  x = delay("a", 1);
end M;
----
involute check MODEL
----
status 1
model.mo:4:7: error: 'delay' takes a number or a Boolean, found String
====
model M
  Boolean b, c;
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  b = x > 1;
  c = delay(b, 0.5);
end M;
----
involute run MODEL --stop 2 --steps --output r.csv --quiet; tail -n 1 r.csv | sed 's/,2[.]0*[1-9]*,/,2,/'
----
status 0
2,2,1,1,1
