model M
  Real x(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -x;
end M;
----
involute run MODEL --stop 1e9 --max-steps 1000000000 --max-seconds 0.3 --output a.csv --every 1e6 --json; tail -c 1 a.csv | od -c
----
status 0
error: t = 
the time of --max-seconds is over after
"code": "E_LIMIT"
"stopped_by": "max-seconds"
\n
====
model M
  Real x(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -x;
end M;
----
involute run MODEL --stop 1e9 --max-steps 1000000000 --max-seconds 0.2 --quiet
----
status 3
====
model M
  Real x(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -x;
end M;
----
involute run MODEL --stop 10 --max-rows 100 --output a.csv --quiet; echo status $?; wc -l <a.csv
----
status 0
error: the run has written 100 rows, the limit of --max-rows; let --points or --every ask for fewer
status 3
101
====
model M
  Real x(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -x;
end M;
----
involute run MODEL --stop 1000 --points 100000 --max-file-size 100k --output a.csv
----
status 5
error: cannot write 'a.csv': File too large
no file a.csv
no file a.csv.part
====
model M
  parameter Integer n = 1000000;
  Real x[n](each start = 1, each fixed = true);
equation
  for i in 1:n loop
    der(x[i]) = -x[i];
  end for;
end M;
----
involute check MODEL --max-memory 40M --json
----
status 5
error: out of memory
"code": "E_MEMORY"
====
model M
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
end M;
----
involute run MODEL --max-seconds soon; involute run MODEL --max-memory 5X; involute run MODEL --max-rows 0; involute check MODEL --max-rows 5
----
status 2
error: --max-seconds soon is no number of seconds, such as 10
error: --max-memory 5X is no number of bytes, such as 500M
error: --max-rows 0 is no number of rows, such as 10000
error: the option --max-rows does not apply to the command 'check'
====
// a model that takes long to complete
----
{ echo 'model M'; echo '  Real x[300](each start = 1);'; echo 'equation'; i=1; while [ $i -le 299 ]; do echo "  x[$i]^2 + x[$((i + 1))]^2 = 1 + time;"; i=$((i + 1)); done; echo '  sum(x[i]^3 for i in 1:300) = 3;'; echo 'end M;'; } >m.mo; involute analyze m.mo --max-seconds 0.000001 --json; echo status $?
----
status 0
error: the time of --max-seconds is over before the first step
"code": "E_LIMIT"
status 3
====
// what a text may have
model M
  Real a_rather_long_name(start = 1, fixed = true);
equation
  der(a_rather_long_name) = -((((a_rather_long_name))));
end M;
----
involute check MODEL --max-nesting 3; involute check MODEL --max-name-length 17; involute check MODEL --max-names 20; involute check MODEL --max-nesting 300; involute check MODEL --max-names 0; involute check MODEL --max-nesting 9 --max-name-length 18 --max-names 10k
----
status 0
model.mo:5:33: error: nested deeper than 3 levels
model.mo:3:8: error: this name has 18 bytes; the limit is 17
error: the model has more than 20 different names
error: the limit 'nesting' (levels of brackets, branches and classes within each other) must be from 1 to 200, not 300
error: --max-names 0 is no number of names, such as 100k
M is well formed
====
model M
  Real x[100];
equation
  for i in 1:100 loop
    der(x[i]) = sum(x);
  end for;
end M;
----
involute check MODEL --max-expansion 1000; involute check MODEL --max-expansion 1M
----
status 0
error: the loops, calls and arrays of this model take more than 1000 steps to expand
M is well formed
====
// a hundred events within a tenth of a second
model M
  Real x(start = 0, fixed = true);
  discrete Integer n(start = 0, fixed = true);
equation
  der(x) = 1;
  when sample(0, 0.001) then
    n = pre(n) + 1;
  end when;
end M;
----
involute run MODEL --stop 5 --max-event-rate 100 --json --output a.csv; echo status $?; involute run MODEL --stop 0.5 --max-event-rate 2000 --quiet; echo status $?
----
status 0
events occurred within 0.1 of time, more than 100 per unit of time, the limit of --max-event-rate
"code": "E_LIMIT"
"stopped_by": "max-event-rate"
status 3
status 0
