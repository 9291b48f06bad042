// Implicit methods go by arclength, too, and through folds.
model Fold
  Real y(start = 1, fixed = true);
equation
  y*der(y) = -1;
end Fold;
----
involute run MODEL --method radau --length 2 --rtol 1e-10
involute run MODEL --method gauss4 --length 2 --rtol 1e-10
----
status 0
t = 0.5: a fold: dt/ds changes its sign, the solution turns back in t
by arclength
t = 0.5: a fold: dt/ds changes its sign, the solution turns back in t
by arclength
====
// As long as their matrix is not too large.
model Many
  Real x[600](each start = 1);
equation
  der(x) = -x;
end Many;
----
involute run MODEL --method radau --by arclength
----
status 2
method radau by arclength uses a dense matrix for up to 500 coordinates, and this system has 601; use dop853, or --by time
====
model Pendulum
  Real x(start = 0.6, fixed = true), y(start = -0.8), u(start = 1, fixed = true), v, f;
equation
  der(x) = u; der(y) = v;
  der(u) = -f*x; der(v) = -f*y - 9.81;
  x^2 + y^2 = 1;
end Pendulum;
----
involute run MODEL --method radau --advance low
----
status 2
--advance low requires an explicit embedded pair
====
model Pendulum
  Real x(start = 0.6, fixed = true), y(start = -0.8), u(start = 1, fixed = true), v, f;
equation
  der(x) = u; der(y) = v;
  der(u) = -f*x; der(v) = -f*y - 9.81;
  x^2 + y^2 = 1;
end Pendulum;
----
involute run MODEL --method gauss4 --step 4 --stop 4
----
status 3
t = 0: with the step 4, the equations of the implicit step were not solved: after
iterations the last correction was
times the size of the coordinates
times the one before. Try a smaller --step
====
model Backward
  Real x(start = 0.6, fixed = true), y(start = -0.8), u(start = 1, fixed = true), v, f;
equation
  der(x) = u; der(y) = v;
  der(u) = -f*x; der(v) = -f*y - 9.81;
  x^2 + y^2 = 1;
end Backward;
----
involute run MODEL --method radau --stop -1 --rtol 1e-8 --json
----
status 0
"status": "done"
"t": -1
"method": "radau"
====
model Explodes
  Real x(start = 1, fixed = true);
equation
  der(x) = x^2;
end Explodes;
----
involute run MODEL --method radau --stop 2
----
status 3
t = 1
the step size fell to
x grows without bound near t = 1 (
====
model Leaves
  Real x(start = 1, fixed = true);
equation
  der(x) = -1/sqrt(x);
end Leaves;
----
involute run MODEL --method radau --stop 2
----
status 3
t = 0.66666
the step size fell to
has no finite value there
====
model Kink
  Real x(start = 0, fixed = true), h(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(h) = v;
  der(v) = -9.81;
  der(x) = -1000*(x - cos(time));
  when h < 0 then
    reinit(v, -0.8*pre(v));
  end when;
end Kink;
----
involute run MODEL --method radau --stop 1 --rtol 1e-8 --json | grep -A 20 '"events"'
----
status 0
"h < 0"
0.4515236
====
model Empty
end Empty;
----
involute methods
----
status 0
implicit-euler
implicit-euler-left
midpoint
midpoint-stage
radau1
radau2a3
radau2a5
radau
Radau IIA of variable order 5, 9, 13
trapezoid
lobatto3a4
gauss4
gauss6
====
model Rough
  Real x(start = 0, fixed = true);
equation
  der(x) = 1 + sin(1e9*x);
end Rough;
----
involute run MODEL --method radau --min-step 1e-6
----
status 3
the step size fell to
the equations of the implicit step were not solved: after
iterations the last correction was
tolerances
times the one before
====
model Chatter
  Real x(start = 0, fixed = true);
equation
  der(x) = noEvent(if x > 0.5 then -1e6*(x + 1) else 1);
end Chatter;
----
involute run MODEL --method radau
----
status 3
t = 0.5
the solution slides along, or chatters at, x - 0.5 = 0 (a kink of x > 0.5)
