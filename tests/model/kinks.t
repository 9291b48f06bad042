// branches without events are one mode; their equations stand in any order
model M
  Real x(start = 0, fixed = true), y(start = 0, fixed = true), w;
equation
  if noEvent(time < 0.6) then
    der(x) = w;
    2*der(y) = 4;
    w = 1;
  else
    10 = der(y);
    w - 5 = 0;
    der(x) - 4*w = 0;
  end if;
end M;
----
for m in auto taylor radau gauss6; do involute run MODEL --stop 1 --rtol 1e-10 --method $m | grep -E '^  (x|y) ' | awk '{printf "%s %.6f\n", $1, $2}'; done
----
status 0
x 8.600000
y 5.200000
x 8.600000
y 5.200000
x 8.600000
y 5.200000
x 8.600000
y 5.200000
====
// with events the left sides tell which equations belong together
model M
  Real x(start = 0, fixed = true), y(start = 0, fixed = true);
equation
  if time < 0.5 then
    der(x) = 1;
    der(y) = x;
  else
    der(y) = 2;
    der(x) = 3;
  end if;
end M;
----
involute run MODEL --stop 1 | tail -6
----
status 0
x        2
y        1.125
====
// beyond the event the old branch has no value: the step goes to the event, and over it
model M
  Real x(start = 1, fixed = true), q;
equation
  q = if x > 0 then sqrt(x) else -sqrt(-x);
  der(x) = -q - 0.2;
end M;
----
for m in auto dop853 dopri54 radau gauss6; do for r in 1e-4 1e-7 1e-10; do involute run MODEL --stop 14 --method $m --rtol $r | grep -E '^events|^  x ' | awk '{printf "%s %.4f\n", $1, $2}'; done; done | uniq -c
----
status 0
1 events 1.0000
1 x -0.0400
!x 0.
!events 2
====
// the same where what is compared is no state, and the start value of it is not given
model M
  Real h(start = 1, fixed = true), g(start = 0, fixed = true), d, q;
equation
  d = h - g;
  q = if d > 0 then sqrt(d) else -sqrt(-d);
  der(h) = -q - 0.1;
  der(g) = 0;
end M;
----
involute run MODEL --stop 10 --every 0.5 --output out.csv; grep -c . out.csv; grep -c nan out.csv
----
status 1
done at t = 10
events     1,
h       -0.0099999999
24
0
====
// kinks are no events: no rows, no names, no mode; der(y) is a number in every row
model M
  Real x(start = -1, fixed = true), y(start = 0, fixed = true), z(start = 0, fixed = true);
equation
  der(x) = 1;
  der(y) = max(x, 0) + abs(abs(x) - 1);
  der(z) = min(1, max(-1, 3*x)) + sign(x);
end M;
----
involute run MODEL --stop 3 --points 6 --output out.csv; wc -l <out.csv; grep -c nan out.csv
----
status 1
done at t = 3
!events
  x        2
  y        3.5
7
0
====
// a difference that is round-off about a switching surface makes no events, and steps are not cut for it
model M
  Real a(start = 1, fixed = true), b(start = 0, fixed = true), i;
equation
  i = if a - b > 0 then a - b else (a - b)/1000;
  der(a) = -i;
  der(b) = i;
end M;
----
for m in auto radau; do involute run MODEL --stop 1000 --method $m --json 2>/dev/null | grep -E '"(steps|rejected)": [0-9]+,' | awk '{print ($2 + 0 < 200)}'; done
----
status 0
1
1
1
1
!0
====
// chattering at a jump of the direction is told, not run
model M
  Real v(start = 1, fixed = true);
equation
  der(v) = 0.3 - sign(v);
end M;
----
involute run MODEL --stop 3 --method dop853 --max-steps 100000
----
status 3
t = 1.42857
====
// to rest by relations: they chatter, and then are taken as they are
model M
  Real h1(start = 3, fixed = true), h2(start = 1, fixed = true), d = h1 - h2, q;
equation
  q = if d > 0 then 0.5*sqrt(d) else -0.5*sqrt(-d);
  2*der(h1) = -q;
  der(h2) = q;
end M;
----
for m in auto radau gauss6; do for r in 1e-4 1e-6 1e-8; do involute run MODEL --stop 20 --method $m --rtol $r | grep -E 'done|^  h1' | awk '/done/ {print "done"} /h1/ {printf "%.2f\n", $2}'; done; done | sort | uniq -c
----
status 0
9 2.33
9 done
====
// a condition that decides more than values keeps its events
model M
  Real x(start = 1, fixed = true);
  discrete Real n(start = 0, fixed = true);
equation
  der(x) = if x > 0 then -1 else 1;
  when x > 0 then
    n = pre(n) + 1;
  end when;
end M;
----
involute run MODEL --stop 3
----
status 3
the solution slides along, or chatters at, x > 0
====
// the usual formulas of hydraulics, at rest for most of the run
model M
  Real a(start = 4, fixed = true), b(start = 1, fixed = true), q;
equation
  der(a) = -q;
  der(b) = q;
  q*abs(q)/0.09 = a - b;
end M;
----
for m in auto dop853 radau gauss6; do for r in 1e-4 1e-6 1e-8; do involute run MODEL --stop 20 --method $m --rtol $r | grep -E 'done|^  a ' | awk '/done/ {print "done"} /a/ && !/done/ {printf "%.2f\n", $2}'; done; done | sort | uniq -c
----
status 0
12 2.50
12 done
====
// an amplifier with feedback jumps where its solution ends, wherever steps begin and end: v(5) = 1 - 1.499 exp(-(5 - t4)), with t4 = log(1/0.501) + 3 log(1.499/0.501)
model Schmitt
  parameter Real k = 1000, b = 0.5;
  Real v(start = 0, fixed = true), y(start = 1), x = k*(b*y - v);
equation
  der(v) = y - v;
  y = max(-1, min(1, x));
  annotation(experiment(StopTime = 5));
end Schmitt;
----
for h in 1e-6 1e-3 3e-3 1e-2 0.05 0.1 0.2 0.3 0.5; do involute run MODEL --quiet --json --first-step $h 2>/dev/null | grep -o '"v": 0.4600'; done | sort | uniq -c
for r in 1e-5 1e-7 1e-9; do for m in dop853 dopri54 taylor radau; do involute run MODEL --quiet --json --rtol $r --method $m 2>/dev/null | grep -o '"v": 0.4600'; done; done | sort | uniq -c
----
status 0
9 "v": 0.4600
12 "v": 0.4600
====
// a loop that passes a kink without a jump: derivatives of rows at the ends of steps are those of their rows
model M
  Real x(start = 1, fixed = true), y(start = 1);
equation
  der(x) = -y;
  y + 0.2*abs(y - 0.3) + 0.1*y^3 = x + 0.3*sin(20*time);
  annotation(experiment(StopTime = 3));
end M;
----
for m in dop853 dopri54 taylor radau; do for r in 1e-2 1e-4 1e-6; do involute run MODEL --rtol $r --method $m --steps --quiet --output a.csv && awk -F, 'NR == 1 {for (i = 1; i <= NF; i++) at[$i] = i} NR > 1 {d = $at["der(x)"] + $at["y"]; if (d*d > 1e-28) off++} END {print (NR > 20), off + 0}' a.csv; done; done | sort | uniq -c
----
status 0
12 1 0
