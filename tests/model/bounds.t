// A bound that is given holds whatever other options say; one that is lifted is told in the first line.
model Bead
  Real x(start = 1, fixed = true), y(start = 0), z(start = 0);
  Real u(start = 0), v(start = 1, fixed = true), w(start = 0.5, fixed = true), n;
equation
  der(x) = u;
  der(y) = v;
  der(z) = w;
  der(u) = -2*n*x;
  der(v) = -2*n*y;
  der(w) = 0.1;
  x^2 + y^2 = 1;
end Bead;
----
involute run MODEL --retraction none --stop 5
----
status 0
Bead: done; constraints not enforced, worst 
 units
Bead: done at t = 5 (stop-time)
====
model Bead
  Real x(start = 1, fixed = true), y(start = 0), u(start = 0), v(start = 1, fixed = true), n;
equation
  der(x) = u;
  der(y) = v;
  der(u) = -2*n*x;
  der(v) = -2*n*y;
  x^2 + y^2 = 1;
end Bead;
----
involute run MODEL --retraction none --stop 5 --json
----
status 0
"enforced": false
====
model Bead
  Real x(start = 1, fixed = true), y(start = 0), u(start = 0), v(start = 1, fixed = true), n;
equation
  der(x) = u;
  der(y) = v;
  der(u) = -2*n*x;
  der(v) = -2*n*y;
  x^2 + y^2 = 1;
end Bead;
----
involute run MODEL --constraint-bound 4 --retraction none --stop 5
----
status 4
units of round-off; the bound is 4. Try a larger --constraint-bound, or a retraction: with --retraction none points drift off
Bead: stopped at t = 
!not enforced
====
// Constant steps likewise.
model Bead
  Real x(start = 1, fixed = true), y(start = 0), u(start = 0), v(start = 1, fixed = true), n;
equation
  der(x) = u;
  der(y) = v;
  der(u) = -2*n*x;
  der(v) = -2*n*y;
  x^2 + y^2 = 1;
end Bead;
----
involute run MODEL --constraint-bound 10 --retraction none --stop 5 --step 0.01
----
status 4
; the bound is 10. Try a larger --constraint-bound, or a retraction
====
model Loop
  Real a(start = 0.6, fixed = true), b(start = 0.8), c(start = 1, fixed = true);
equation
  der(a) = b*c;
  a^4 + b^2 = 0.1296 + 0.64;
  der(c) = -a;
end Loop;
----
involute run MODEL --newton-test move --newton-tolerance 1e-3 --constraint-bound 4 --stop 0.4 && involute run MODEL --newton-test move --newton-tolerance 1e-3 --stop 0.4
----
status 0
Loop: done at t = 0.4 (stop-time)
Loop: done; constraints not enforced, worst
====
model Loop
  Real a(start = 0.6, fixed = true), b(start = 0.8), c(start = 1, fixed = true);
equation
  der(a) = b*c;
  a^4 + b^2 = 0.1296 + 0.64;
  der(c) = -a;
end Loop;
----
involute run MODEL --retraction normal --newton-limit 1 --step 0.05 --method euler --stop 0.4
----
status 4
or drop --newton-limit
====
----
involute run $ROOT/models/Pendulum.mo --like 001 --stop 1 --json | grep -E 'enforced|constraint_bound'; involute run $ROOT/models/Pendulum.mo --stop 1 --json --constraint-bound 8 --like 001 | grep -E 'enforced|constraint_bound'
----
status 0
"enforced": false
"constraint_bound": null
"enforced": true
"constraint_bound": 8
====
// A bound as large as the terms themselves is none.
----
involute run $ROOT/models/Pendulum.mo --stop 1 --constraint-bound 1e300
----
status 0
Pendulum: done; constraints not enforced, worst
====
// Without constraints there is nothing to lift.
model Decay
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
end Decay;
----
involute run MODEL --retraction none --json
----
status 0
"enforced": true
