model Growth
  parameter Real k = 1, n = 2;
  Real x(start = 1, fixed = true);
equation
  der(x) = k*x;
  assert(x < 50, "x is too large");
end Growth;
----
involute sweep MODEL --over k=1:3:3 --over n=2,5 --output out.csv; cut -d, -f1-4 out.csv
----
status 0
Growth: 6 members, 6 done, 0 failed
results in out.csv
member,k,n,status
0,1,2,done
1,1,5,done
5,3,5,done
no file out.csv.journal
====
model Growth
  parameter Real k = 1;
  Real x(start = 1, fixed = true);
equation
  der(x) = k*x;
  assert(x < 50, "x is too large");
end Growth;
----
involute sweep MODEL --over k=1:5:3 --output out.csv; status=$?; cat out.csv; exit $status
----
status 3
Growth: 3 members, 2 done, 1 failed
member 2 (k=5) failed:
x is too large
member,k,status,reason,time,x,der(x)
0,1,done,,1,2.718
2,5,failed,E_DOMAIN: model.mo:6: t = 0.78
====
model Growth
  parameter Real k = 1;
  Real x(start = 1, fixed = true);
equation
  der(x) = k*x;
end Growth;
----
involute sweep MODEL --over k=0.25,0.75 --rows --points 2 --columns x --output - --quiet
----
status 0
member,k,status,reason,time,x
0,0.25,done,,0,1
0,0.25,done,,0.5,1.13
0,0.25,done,,1,1.28
1,0.75,done,,0,1
1,0.75,done,,1,2.11
====
model Growth
  parameter Real k = 1;
  Real x(start = 1, fixed = true), status = 2*x;
equation
  der(x) = k*x;
end Growth;
----
involute sweep MODEL --over x=1,2 --output - --quiet | head -1
----
status 0
member,start(x),status_,reason,time,x,status,der(x)
====
model Growth
  parameter Real k = 1;
  Real x(start = 1, fixed = true);
equation
  der(x) = k*x;
end Growth;
----
printf 'k,x\n1,2\n0.5,3\n' >samples.csv; involute sweep MODEL --samples samples.csv --output out.csv --json; cut -d, -f1-4 out.csv
----
status 0
"model": "Growth",
"status": "done",
"members": 2,
"done": 2,
"failed": 0,
"failures": [],
"output": "out.csv",
member,k,start(x),status
0,1,2,done
1,0.5,3,done
====
model Growth
  parameter Real k = 1;
  Real x(start = 1, fixed = true);
equation
  der(x) = k*x;
end Growth;
----
involute sweep MODEL --random 3 --over k=0:1 --output a.csv --quiet; involute sweep MODEL --random 5 --over k=0:1 --output b.csv --quiet; head -4 b.csv | cmp a.csv - && involute sweep MODEL --random 3 --seed 2 --over k=0:1 --output c.csv --quiet && cmp a.csv c.csv
----
status 1
a.csv c.csv differ
====
model Growth
  parameter Real k = 1;
  Real x(start = 1, fixed = true);
equation
  der(x) = k*x;
end Growth;
----
involute sweep MODEL --over k=1:2:3
----
status 2
error: a sweep needs --output FILE.csv, FILE.npz or FILE.h5; - for CSV on standard output
====
model Growth
  parameter Real k = 1;
  Real x(start = 1, fixed = true);
equation
  der(x) = k*x;
end Growth;
----
involute sweep MODEL --output out.csv; involute sweep MODEL --over k=1:2 --output out.csv; involute sweep MODEL --over k=1,2 --over k=3 --output out.csv; involute sweep MODEL --over k=1,2 --set k=3 --output out.csv; involute sweep MODEL --over k=1,2 --workers none --output out.csv
----
status 2
error: a sweep needs --over NAME=LOW:HIGH:COUNT or --samples FILE.csv
error: --over k=1:2: how many values? Write LOW:HIGH:COUNT, or add --random N
error: 'k' is given twice; give each name once
error: 'k' is given by --set and varied by the sweep; give it once
error: --workers none: expected a number of threads from 1 to 4096
no file out.csv
no file out.csv.journal
====
model Growth
  parameter Real kappa = 1;
  Real x(start = 1, fixed = true);
equation
  der(x) = kappa*x;
end Growth;
----
involute sweep MODEL --over kapa=1,2 --output out.csv
----
status 2
error:
kapa
no file out.csv
no file out.csv.journal
====
model Growth
  parameter Real k = 1;
  Real x(start = 1, fixed = true);
equation
  der(x) = k*x;
end Growth;
----
printf 'k\n1\nx\n' >text.csv; printf 'k\n' >empty.csv; printf 'k\n1\nnan\n' >nan.csv; for f in text empty nan missing; do involute sweep MODEL --samples $f.csv --output out.csv; done; involute sweep MODEL --samples nan.csv --over k=1,2 --output out.csv
----
status 2
error: text.csv: row 2 has a value that is not a number, 'x'
error: --samples empty.csv has no rows
error: --samples nan.csv: row 2 has no finite number for 'k'
error:
missing.csv
error: --samples and --over both say what the members are; give one of them
====
model Growth
  parameter Real k = 1;
  Real x(start = 1, fixed = true);
equation
  der(x) = k*x;
end Growth;
----
involute sweep MODEL --over k=1,2 --columns y --output out.csv
----
status 2
error:
y
no file out.csv
====
model Growth
  parameter Real k = 1;
  Real x(start = 1, fixed = true);
equation
  der(x) = k*x;
end Growth;
----
involute sweep MODEL --over k=1,2 --output out.txt; involute sweep MODEL --over k=1,2 --output nowhere/out.csv; involute sweep MODEL --over k=1,2 --output model.mo; printf 'k\n1\n' >s.csv; involute sweep MODEL --samples s.csv --output s.csv
----
status 2
out.txt
.csv, .npz or .h5
nowhere/out.csv
No such file
would overwrite the model
would overwrite the file of --samples
====
model Growth
  parameter Real k = 1;
  Real x(start = 1, fixed = true);
equation
  der(x) = k*x;
end Growth;
----
echo old >out.csv.journal; involute sweep MODEL --over k=1,2 --output out.csv
----
status 5
error: 'out.csv.journal' is not a journal of a sweep; remove it
no file out.csv
====
model Growth
  parameter Real k = 1;
  Real x(start = 1, fixed = true);
equation
  der(x) = k*x;
end Growth;
----
involute sweep MODEL --over k=0.1:0.3:3 --output out.csv --quiet; for k in 0.1 0.20000000000000001 0.29999999999999999; do involute run MODEL --set k=$k --points 1 --output one.csv --quiet; tail -1 one.csv; done | cut -d, -f2- >alone; tail -3 out.csv | cut -d, -f6- | cmp - alone
----
status 0
====
model Growth
  parameter Real k = 1;
  Real x(start = 1, fixed = true);
equation
  der(x) = k*x;
end Growth;
----
involute sweep MODEL --over k=1,2 --output /dev/full; test -e /dev/full.journal && echo journal; OMPI_COMM_WORLD_SIZE=2 INVOLUTE_MPI=/nowhere.so involute sweep MODEL --over k=1,2 --output x.csv
----
status 5
error: cannot write '/dev/full': No space left on device
error: cannot load the library for MPI: /nowhere.so
!journal
====
model Oscillator
  parameter Real k = 1;
  Real x(start = 2, fixed = true), y(start = 0, fixed = true);
equation
  der(x) = y;
  der(y) = k*(1 - x^2)*y - x;
end Oscillator;
----
involute sweep MODEL --over k=1:2:9 --stop 1e9 --max-steps 1000000000 --max-seconds 0.5 --output out.csv; echo status $?; involute sweep MODEL --over k=1:2:9 --stop 1e9 --max-steps 1000000000 --max-seconds 0.5 --output other.csv --json; echo status $?; involute sweep MODEL --over k=1:2:9 --stop 1e9 --max-steps 1000000000 --max-seconds 0.5 --output -
----
status 3
error: the 0.5 seconds of --max-seconds are over
note: interrupted: 0 of 9 members are in out.csv.journal; repeat the command to continue
status 3
"status": "stopped"
"done": 0
"failed": 0
"output": null
status 3
error: the 0.5 seconds of --max-seconds are over
note: interrupted after 0 of 9 members
no file out.csv
====
model Own
  parameter Real member = 1, status = 2, status_ = 3;
  Real x(start = 1, fixed = true), reason = x;
equation
  der(x) = member*x + status + status_;
end Own;
----
involute sweep MODEL --over member=1:2:3 --over status=1,2 --over status_=3 --over x=5 --columns x,reason --output - --quiet | head -2
----
status 0
member_,member,status,status_,start(x),status__,reason_,time,x,reason
0,1,1,3,5,done,,1,
====
model Growth
  parameter Real k = 1;
  Real x(start = 1, fixed = true);
equation
  der(x) = k*x;
end Growth;
----
involute sweep MODEL --over k=1,2 --set " k=3" --output out.csv; involute sweep MODEL --over k=1,2 --set "	 k =3" --output out.csv
----
status 2
error: 'k' is given by --set and varied by the sweep; give it once
error: 'k' is given by --set and varied by the sweep; give it once
no file out.csv
====
model Growth
  parameter Real k = 1;
  Real x(start = 1, fixed = true);
equation
  der(x) = k*x;
end Growth;
----
name=$(printf 'k%02099d' 0); sed "s/\<k\>/$name/" MODEL >long.mo; involute sweep long.mo --over $name=1,2 --output out.csv && cut -d, -f1,3,5 out.csv
----
status 0
2 members, 2 done
member,status,time
1,done,1
====
model Chain
  parameter Real k = 1;
  Real x[2000](each start = 1);
equation
  for i in 1:1999 loop
    x[i]^2 + x[i + 1]^2 = 1 + k*time;
  end for;
  sum(x[i]^3 for i in 1:2000) = 3;
end Chain;
----
involute sweep MODEL --over k=1,2 --workers 2 --max-seconds 0.5 --output out.csv
----
status 3
error: the 0.5 seconds of --max-seconds are over
note: interrupted: 0 of 2 members are in out.csv.journal; repeat the command to continue
