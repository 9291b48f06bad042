model M
  Real x(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -x;
end M;
----
involute run MODEL --stop 50 --checkpoint c --checkpoint-every 0 --checkpoint-steps 20 --quiet && involute run MODEL --stop 50 --resume c --checkpoint-steps 20
----
status 0
done at t = 50
====
model M
  Real x(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -x;
end M;
----
involute run MODEL --stop 50 --checkpoint c --checkpoint-every 0 --checkpoint-steps 20 --quiet && sed 's/-x/-2*x/' MODEL >other.mo && involute run other.mo --stop 50 --resume c --checkpoint-steps 20
----
status 2
error: the checkpoint 'c' is one of another run: there a model of 116 bytes
here a model of 118 bytes
====
model M
  Real x(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -x;
end M;
----
involute run MODEL --stop 50 --checkpoint c --checkpoint-every 0 --checkpoint-steps 20 --quiet && involute run MODEL --stop 50 --rtol 1e-7 --resume c --checkpoint-steps 20 --json
----
status 2
error: the checkpoint 'c' is one of another run: there --rtol nan, here --rtol 9.9999999999999995e-08
"code": "E_ARGUMENT"
====
model M
  Real x(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -x;
end M;
----
involute run MODEL --stop 50 --checkpoint c --checkpoint-every 0 --checkpoint-steps 20 --quiet && involute run MODEL --stop 50 --resume c --checkpoint-steps 20 --set x=2
----
status 2
error: the checkpoint 'c' is one of another run: there --stop 50, here a value (--set) of 3 bytes
====
model M
  Real x(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -x;
end M;
----
involute run MODEL --stop 50 --checkpoint c --checkpoint-every 0 --checkpoint-steps 20 --quiet && head -c 2000 c >d && involute run MODEL --stop 50 --resume d --checkpoint-steps 20
----
status 5
error: the checkpoint 'd' is damaged: its checksum is not that of its
====
model M
  Real x(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -x;
end M;
----
involute run MODEL --stop 50 --resume model.mo; involute run MODEL --resume nothing
----
status 5
error: 'model.mo' is no checkpoint of this program
error: cannot read 'nothing': No such file or directory
====
model M
  Real x(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -x;
end M;
----
involute run MODEL --stop 50 --output a.csv --checkpoint c --checkpoint-every 0 --checkpoint-steps 20 --quiet && rm a.csv && involute run MODEL --stop 50 --output a.csv --resume c --checkpoint-steps 20
----
status 5
error: there is neither 'a.csv.part' nor 'a.csv' with the
no file a.csv
====
model M
  Real x(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -x;
end M;
----
involute run MODEL --stop 50 --output a.mat --checkpoint c --checkpoint-every 0 --checkpoint-steps 20
----
status 2
error: checkpoints: 'a.mat' cannot be continued where a run was killed; use a name that ends in .csv
====
model M
  Real x(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -x;
end M;
----
involute run MODEL --output - --checkpoint c; involute run MODEL --report r.html --checkpoint c; involute run MODEL --checkpoint-every 5; involute run MODEL --checkpoint c --checkpoint-every soon; involute run MODEL --checkpoint c --checkpoint-steps 1.5; involute run MODEL --checkpoint model.mo; involute run MODEL --verify --checkpoint c
----
status 2
error: checkpoints do not go together with output on standard output
error: checkpoints do not go together with --report, which shows all rows
error: --checkpoint-every requires --checkpoint FILE
error: --checkpoint-every soon is no number of seconds
error: --checkpoint-steps 1.5 is no number of steps
would overwrite the model
error: checkpoints: leave out --verify and --certify
====
model M
  Real x(start = 1, fixed = true);
equation
  der(x) = -delay(x, 1);
end M;
----
involute run MODEL --stop 5 --checkpoint c
----
status 2
error: checkpoints: a model with delay() has none: all of its past would be part of them
====
model M
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
end M;
----
involute run MODEL --stop 50 --checkpoint missing/c --checkpoint-every 0 --checkpoint-steps 5 --output a.csv
----
status 5
error: cannot write 'missing/c': No such file or directory
