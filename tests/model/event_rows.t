model Table
  input Real u;
  Real x(start = 0, fixed = true);
equation
  der(x) = u;
end Table;
----
printf 'time,u\n0,0\n0.25,1\n0.75,1\n0.75,3\n2,3\n' > u.csv; involute run MODEL --input u.csv --points 2 --output a.csv && cut -d, -f1,3 a.csv
----
status 0
5 rows in a.csv
0,0
0.5,1
0.75,1
0.75,3
1,3
!0.25
====
model Table
  input Real u;
  Real x(start = 0, fixed = true);
equation
  der(x) = u;
end Table;
----
printf 'time,u\n0,0\n0.5,1\n1,0\n2,3\n' > u.csv; involute run MODEL --input u.csv --by arclength --points 2 --output a.csv && cut -d, -f1,3 a.csv
----
status 0
  der(x)   0
3 rows in a.csv
0,0
0.5,1
1,0
====
model Backward
  Real x(start = 2, fixed = true);
  Integer n(start = 0, fixed = true), k(start = 0, fixed = true);
equation
  der(x) = 1;
  when x <= 1.25 then
    n = 1;
  end when;
  when time <= 1 then
    k = 1;
  end when;
end Backward;
----
involute run MODEL --start 2 --stop 1 --every 0.25 --output a.csv && cut -d, -f1,4- a.csv
----
status 0
7 rows in a.csv
2,0,0
1.75,0,0
1.5,0,0
,0,0
,1,0
1,1,0
1,1,1
====
model Terminated
  Real x(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(x) = 1;
  when x >= 0.3 then
    n = 1;
    terminate("enough");
  end when;
end Terminated;
----
involute run MODEL --every 0.25 --output a.csv && cut -d, -f1,4- a.csv
----
status 0
  n        1
4 rows in a.csv
0,0
0.25,0
,0
,1
====
// no events: no row but those that are asked for
model Plain
  Real x(start = 0, fixed = true), y = abs(x - 0.4);
equation
  der(x) = 1;
end Plain;
----
involute run MODEL --every 0.3 --output a.csv
----
status 0
  time     1
4 rows in a.csv
====
// the event is one of the output times, however it is met: two rows, no third
model OnGrid
  Real x(start = 0, fixed = true), y = if time < 0.25 then 0 else 1;
  Integer n(start = 0, fixed = true);
equation
  der(x) = 1;
  when sample(0.7, 1) then
    n = 1;
  end when;
end OnGrid;
----
involute run MODEL --every 0.05 --output a.csv && involute run MODEL --every 0.05 --by arclength --output b.csv && involute run MODEL --every 0.05 --step 0.01 --output c.csv && involute run MODEL --every 0.05 --method radau --output d.csv
----
status 0
23 rows in a.csv
23 rows in b.csv
23 rows in c.csv
23 rows in d.csv
====
// an integrator that every tick sets back is small at these instants only
model Q
  Real x(start = 0, fixed = true);
  discrete Real s(start = 0, fixed = true);
equation
  der(x) = 1;
  when sample(1, 1) then
    s = pre(s) + x;
    reinit(x, 0);
  end when;
end Q;
----
involute run MODEL --stop 10
----
status 0
s        10
!absolute tolerance
====
// a tick at the stop time makes a state small, and its rate is large: that is no pole
model Reset
  Real x(start = 0, fixed = true);
equation
  der(x) = 1e6*(1 + time);
  when sample(0.001, 0.001) then
    reinit(x, 1e-8);
  end when;
end Reset;
----
involute run MODEL --stop 0.1
----
status 0
done at t = 0.1
!without bound
====
model Ticks
  Real x(start = 0, fixed = true);
  Integer n(start = 0, fixed = true), last(start = 0, fixed = true);
equation
  der(x) = 1;
  when sample(0.1, 0.1) then
    n = pre(n) + 1;
  end when;
  when x > 0.45 then
    reinit(x, 0.5);
  end when;
  when terminal() then
    last = 1;
  end when;
end Ticks;
----
involute run MODEL --points 4 --event-rows no --event-list 3 --output a.csv && cut -d, -f1,4,5 a.csv; involute run MODEL --event-list 3 --json | grep -A14 '"events": \['; involute run MODEL --event-list 3 --json | grep '"events": 1'
----
status 0
events     11, the last at t = 1: time
5 rows in a.csv
time,n,last
0,0,0
0.25,2,0
0.5,5,0
0.75,7,0
1,10,1
"name": "time"
"t": 0.1
"t": 0.2
"t": 1.0
"events": 11
!"t": 0.3
====
model Ball
  Real h(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(h) = v;
  der(v) = -9.81;
  when h < 0 then
    reinit(v, -0.8*pre(v));
  end when;
end Ball;
----
for rows in yes no; do involute run MODEL --steps --stop 0.6 --event-rows $rows --output $rows.csv --quiet; echo "$rows: $(cut -d, -f1 $rows.csv | grep -c 0.4515)"; done
----
status 0
yes: 2
no: 1
====
model Ball
  Real h(start = 1, fixed = true);
equation
  der(h) = -1;
end Ball;
----
involute run MODEL --event-list 0
----
status 2
--event-list
