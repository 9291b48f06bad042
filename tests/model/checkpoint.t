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
====
// Nothing else that has a name is written over: not beside the checkpoint, ...
model M
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
end M;
----
cp MODEL c.new && involute run c.new --stop 5 --checkpoint c --checkpoint-every 0 --checkpoint-steps 2 --quiet && cmp MODEL c.new && involute run c.new --stop 5 --resume c --checkpoint-steps 2
----
status 0
done at t = 5
====
// ... nor in its place; what cannot be written is said before the run.
model M
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
end M;
----
for c in notes nowhere/c loose pipe .; do echo kept >notes; ln -sf none loose; mkfifo pipe 2>/dev/null; involute run MODEL --checkpoint $c --output x.csv --quiet; echo "status $?"; ls x.csv* 2>/dev/null; done; cat notes
----
status 0
error: cannot write 'notes': there is something else of that name, which would be lost; give another name
error: cannot write 'nowhere/c': No such file or directory
error: cannot write 'loose': No such file or directory
error: cannot write 'pipe': there is something else of that name, which would be lost; give another name
error: cannot write '.': there is something else of that name, which would be lost; give another name
status 5
kept
!status 0
!x.csv
====
// A link to a file of before is followed, and an older checkpoint is replaced.
model M
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
end M;
----
printf 'involute checkpoint 1\nold' >far; ln -s far near; involute run MODEL --stop 5 --checkpoint near --checkpoint-every 0 --checkpoint-steps 2 --quiet && readlink near && involute run MODEL --stop 5 --resume far --checkpoint-steps 2
----
status 0
far
done at t = 5
====
model M
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
end M;
----
involute run MODEL --checkpoint -; involute run MODEL --output x.csv --checkpoint x.csv.part; touch c; involute run MODEL --resume c --output c
----
status 2
error: --checkpoint -: a checkpoint is a file, not standard output; give another file name
error: --checkpoint x.csv.part: names of outputs that are not complete end so; give another file name
error: --output c would overwrite the checkpoint of --resume, 'c'; give it another name
====
// Rows that a checkpoint goes on from stay where the disk is full.
model M
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
end M;
----
involute run MODEL --stop 50 --output whole.csv --quiet --no-side-file --checkpoint d --checkpoint-steps 5; (trap '' XFSZ; ulimit -f 8; involute run MODEL --stop 50 --output x.csv --quiet --no-side-file --checkpoint c --checkpoint-every 0 --checkpoint-steps 5); echo "status $?"; ls x.csv*; involute run MODEL --stop 50 --output x.csv --quiet --no-side-file --resume c --checkpoint-steps 5; cmp x.csv whole.csv
----
status 0
error: cannot write 'x.csv': File too large
status 5
x.csv.part
====
// Backward in time, too, where no instant is ahead.
model M
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
end M;
----
involute run MODEL --stop -5 --checkpoint c --checkpoint-every 0 --checkpoint-steps 3 --quiet && involute run MODEL --stop -5 --resume c --checkpoint-steps 3
----
status 0
done at t = -5
