// Systems without a solution: the equations that contradict each other are named, all of them and no others.
model M
  Real x, y, z;
equation
  z = 3 + time;
  x + y = 1;
  2*x + 2*y = 3;
end M;
----
involute run MODEL >log 2>&1; s=$?; cat log; grep -o 'model.mo:[0-9]*' log | sort -u; exit $s
----
status 1
error:
contradict
model.mo:6
model.mo:7
!model.mo:5
====
// More equations than unknowns, each of them simple.
model M
  Real x, z(start = 1, fixed = true);
equation
  der(z) = -z;
  x = 1;
  x = 2;
end M;
----
involute run MODEL >log 2>&1; s=$?; cat log; grep -o 'model.mo:[0-9]*' log | sort -u; exit $s
----
status 1
error:
model.mo:6
model.mo:7
!model.mo:5
====
// What holds at one instant only.
model M
  Real x, z(start = 1, fixed = true);
equation
  der(z) = -z;
  x = 1;
  x = 1 + time;
end M;
----
involute run MODEL >log 2>&1; s=$?; cat log; grep -o 'model.mo:[0-9]*' log | sort -u; exit $s
----
status 1
error:
model.mo:6
model.mo:7
!model.mo:5
====
// Any two of the three are fine.
model M
  Real x, y, w, z(start = 1, fixed = true);
equation
  der(z) = -z + x;
  x + y = 1;
  y + w = 2;
  x - w = 3;
end M;
----
involute run MODEL >log 2>&1; s=$?; cat log; grep -o 'model.mo:[0-9]*' log | sort -u; exit $s
----
status 1
contradict
model.mo:6
model.mo:7
model.mo:8
!model.mo:5
====
// The derivative of one against the other.
model M
  Real x(start = 1), y(start = 0), z(start = 1, fixed = true);
equation
  der(z) = -z + x;
  der(x) + der(y) = 1;
  x + y = 2*time + 1;
end M;
----
involute run MODEL >log 2>&1; s=$?; cat log; grep -o 'model.mo:[0-9]*' log | sort -u; exit $s
----
status 1
error:
model.mo:6
model.mo:7
!model.mo:5
====
// A circle and a line that don't meet.
model M
  Real x(start = 1), y(start = 1), z(start = 1, fixed = true);
equation
  der(z) = -z;
  x^2 + y^2 = 1;
  x + y = 3;
end M;
----
involute run MODEL >log 2>&1; s=$?; cat log; grep -o 'model.mo:[0-9]*' log | sort -u; exit $s
----
status 1
contradict
model.mo:6
model.mo:7
!model.mo:5
====
// They part at t = sqrt(2) - 1: no contradiction at the start, the end of the solution there.
model M
  Real x(start = 1), y(start = 0.1), z(start = 1, fixed = true);
equation
  der(z) = -z;
  x^2 + y^2 = 1;
  x + y = 1 + time;
end M;
----
involute run MODEL
----
status 3
the solution turned back at t = 0.414213562
====
// Two velocities of one point: nothing is said again here.
model M
  Real x(start = 0, fixed = true), v, z(start = 1, fixed = true);
equation
  der(z) = -z;
  der(x) = v;
  der(x) = v + 1;
end M;
----
involute run MODEL >log 2>&1; s=$?; cat log; grep -o 'model.mo:[0-9]*' log | sort -u; exit $s
----
status 1
error:
model.mo:6
model.mo:7
!says again
!model.mo:5
====
// Rods of different length, one of which grows.
model M
  Real x(start = 0.6, fixed = true), y(start = -0.8), F, z(start = 1, fixed = true);
equation
  der(z) = -z;
  der(der(x)) = -F*x;
  der(der(y)) = -F*y - 9.81;
  x^2 + y^2 = 1;
  x^2 + y^2 = 1 + 0.1*time;
end M;
----
involute run MODEL >log 2>&1; s=$?; cat log; grep -o 'model.mo:[0-9]*' log | sort -u; exit $s
----
status 1
error:
model.mo:8
model.mo:9
!model.mo:5
====
// A force that keeps the point on a line and one that keeps it on another: they meet in one point, where it cannot stay.
model M
  Real x(start = 1), y(start = 1), z(start = 1, fixed = true);
equation
  der(z) = -z;
  der(x) = 1;
  der(y) = x;
  x - y = 0;
end M;
----
involute run MODEL
----
status 1
error:
!model.mo:5
====
// Contradicts itself from t = 0.5 on, when a branch changes.
model M
  Real x(start = 0, fixed = true), z(start = 1, fixed = true), y;
equation
  der(z) = -z;
  der(x) = 1;
  y = if time < 0.5 then x - time else x - time + 0.1*(time - 0.5);
  y = 0;
end M;
----
involute run MODEL
----
status 3
error:
t = 0.5
M: stopped at t = 0.5
====
// Too flat to be seen at the start: found along the way, with its rate.
model M
  Real x(start = 0, fixed = true), z(start = 1, fixed = true);
equation
  der(z) = -z;
  der(x) = 1;
  x = time + exp(-1/max(time, 1e-3)^2);
end M;
----
involute run MODEL
----
status 4
error: t = 
x = time + exp(-1/max(time, 1e-3)^2) (model.mo:7)
rate of change is
====
// Residuals that are constants, which no start value can change.
model M
  Real x(start = -1);
equation
  der(x) = 0.5;
  1 = der(x);
end M;
----
involute run MODEL >log 2>&1; s=$?; cat log; grep -o 'model.mo:[0-9]*' log | sort -u; exit $s
----
status 1
error:
model.mo:5
model.mo:6
====
model M
  Real x(start = 0.5);
equation
  -der(x) + x = x;
  der(x)^3 = -1;
end M;
----
involute run MODEL >log 2>&1; s=$?; cat log; grep -o 'model.mo:[0-9]*' log | sort -u; exit $s
----
status 1
error:
model.mo:4
model.mo:5
====
model M
  Real x(start = -1);
equation
  x = 0.002;
  der(x) = der(x) + x + atan(1);
end M;
----
involute run MODEL >log 2>&1; s=$?; cat log; grep -o 'model.mo:[0-9]*' log | sort -u; exit $s
----
status 1
error:
model.mo:4
model.mo:5
====
model M "a contradiction that steps of any size hide in round-off"
  Real x(start = 0), y(start = 0);
equation
  der(x) = 1;
  der(y) = 1 + 1e-9 * sin(time);
  (x - y)^2 = 0;
end M;
----
for how in "--method auto" "--method taylor" "--method dopri54" "--evaluator interpreter"; do
  involute run MODEL --stop 1 --rtol 1e-12 --atol 1e-12 $how 2>&1 >/dev/null | grep -o 'contradict each other'
done
----
status 0
contradict each other
contradict each other
contradict each other
contradict each other
====
model M "the same where checkpoints begin the method anew"
  Real x(start = 0), y(start = 0);
equation
  der(x) = 1;
  der(y) = 1 + 1e-9 * sin(time);
  (x - y)^2 = 0;
end M;
----
involute run MODEL --stop 1 --rtol 1e-12 --atol 1e-12 --output a.csv --checkpoint a.ck --checkpoint-steps 100 --quiet 2>&1
----
status 4
contradict each other
