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
interrupted after
error: the 0.3 seconds of --max-seconds are over
"stopped_by": "interrupt"
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
