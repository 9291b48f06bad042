// Links to a file that does not exist yet name one file all the same.
model M
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
end M;
----
mkdir d; ln -s d/new.csv a.csv; ln -s ../a.csv d/b.csv; ln -s c.csv c.csv; ln -s d/new.svg p.svg
involute run MODEL --section x --output a.csv --section-output d/new.csv; echo "exit $?"
involute run MODEL --section x --output d/b.csv --section-output a.csv; echo "exit $?"
ln -s d/new.svg q.csv; involute run MODEL --output q.csv --plot p.svg; echo "exit $?"; ls d
involute run MODEL --section x --output c.csv --section-output d/e.csv --quiet; echo "exit $?"
----
status 0
error: --output a.csv and --section-output d/new.csv are the same file
exit 2
error: --output d/b.csv and --section-output a.csv are the same file
exit 2
error: --output q.csv and --plot p.svg are the same file
exit 2
b.csv
exit 5
no file d/new.csv
no file d/new.svg
====
model M
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
end M;
----
ln -s model.mo out.csv && involute run MODEL --output out.csv; echo "exit $?"; cksum < model.mo > after; cat model.mo
----
status 0
error: --output out.csv would overwrite the model, 'model.mo'; give it another name
exit 2
der(x) = -x;
====
model M
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
end M;
----
ln model.mo out.csv && involute run ./model.mo --section x --section-output $PWD/out.csv; echo "exit $?"; cat model.mo
----
status 0
error: --section-output
would overwrite the model, './model.mo'; give it another name
exit 2
der(x) = -x;
====
model M
  input Real u;
  Real x(start = 1, fixed = true);
equation
  der(x) = -x + u;
end M;
----
printf 'time,u\n0,1\n1,2\n' > u.csv; mkdir d; involute run MODEL --input u.csv --output d/../u.csv; echo "exit $?"; cat u.csv; ls
----
status 0
error: --output d/../u.csv would overwrite the file of --input, 'u.csv'; give it another name
exit 2
time,u
0,1
1,2
!.tmp
====
model M
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
end M;
----
printf 'model M\nend M;\n' > with.csv; ln -s with.csv link.csv; ln -s link.csv out.csv; involute run MODEL --with with.csv --section x --output a.csv --section-output out.csv --json; echo "exit $?"; cat with.csv
----
status 0
"status": "failed"
"code": "E_ARGUMENT"
"message": "--section-output out.csv would overwrite the file of --with, 'with.csv'; give it another name"
exit 2
end M;
no file a.csv
====
model M
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
end M;
----
mkdir d; involute run MODEL --section x --output d/new.csv --section-output ./d/../d/new.csv
----
status 2
error: --output d/new.csv and --section-output ./d/../d/new.csv are the same file; give one of them another name
no file d/new.csv
====
model M
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
end M;
----
involute run MODEL --section x --output - --section-output -
----
status 2
are the same file
====
model M
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
end M;
----
involute run MODEL --section x --json --section-output -
----
status 2
error: --json and --section-output - both write to standard output; give --section-output a file name
====
model M
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
end M;
----
mkdir d; involute run MODEL --section x --output new.csv --section-output d/new.csv --quiet && involute run MODEL --output new.csv && involute run MODEL --section x --output /dev/null --section-output /dev/null
----
status 0
M: done
====
----
involute run MODEL --json --frob "a\"b"; involute run --json; involute run MODEL MODEL --json; involute run MODEL --json --rtol
----
status 2
"message": "there is no option --frob; 'involute run --help' lists them"
"message": "no model given; try 'involute run MODEL.mo'"
"message": "two models given, 'model.mo' and 'model.mo'; 'run' takes one"
"message": "the option --rtol needs a value"
====
model Decay
  Real x(start = 1, fixed = true), y = 2*x;
equation
  der(x) = -x;
end Decay;
----
involute run MODEL --output - --columns 'y,der(*)' --points 1 && ls
----
status 0
time,y,der(x)
0,2,-1
!part
====
model Decay
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
end Decay;
----
involute run MODEL --output out.csv --columns 'x,zz*' ; s=$?; ls; exit $s
----
status 2
error: no column fits 'zz*' in the columns to write; the first of the 2 columns is 'x'
!out.csv
!stopped at
====
model Decay
  Real speed(start = 1, fixed = true);
equation
  der(speed) = -speed;
end Decay;
----
involute run MODEL --output - --columns sped --json; involute run MODEL --output out.csv --columns 'sped' --json
----
status 2
--json and --output - both write
"status": "failed"
"message": "no column fits 'sped' in the columns to write; did you mean 'speed'?"
!stopped_by
no file out.csv
====
model Decay
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
end Decay;
----
involute run MODEL --output out.mat --quiet && od -A n -t d4 -N 20 out.mat && od -A n -c -j 20 -N 6 out.mat
----
status 0
51           4          11           0
A   c   l   a   s   s
====
// The side file: what the run can be repeated from.
model M
  parameter Real k = 2;
  Real x(start = 1, fixed = true, unit = "m");
equation
  der(x) = -k*x;
end M;
----
involute run MODEL --points 2 --output a.csv --quiet && cat a.csv.json
involute run MODEL --output b.csv --no-side-file --quiet; involute run MODEL --output - --quiet >c; involute run MODEL --output /dev/null --quiet; ls . /dev
----
status 0
"model": "M"
"status": "done"
"version": "
"command": "involute run
/model.mo --points 2 --output a.csv --quiet"
"rows": 3
"output": "a.csv"
"k": 2.0
"time": "s"
"x": "m"
"der(x)": "m/s"
"notes": []
!null.json
no file b.csv.json
no file c.json
no file -.json
====
// No side file writes over something that is read or another output, and one is written only with its results.
model M
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
end M;
----
cp model.mo a.csv.json; involute run a.csv.json --output a.csv; echo "exit $?"; tail -n 1 a.csv.json
ln -s a.csv.json b.csv; involute run MODEL --output a.csv --section x --section-output b.csv; echo "exit $?"
involute run MODEL --output c.csv --columns nothing 2>/dev/null; echo "exit $?"
involute run MODEL --no-side-file; echo "exit $?"
mkdir d.csv.json; involute run MODEL --output d.csv --quiet; echo "exit $?"; head -n 1 d.csv
----
status 0
error: the side file of --output a.csv.json would overwrite the model, 'a.csv.json'; give it another name
exit 2
end M;
error: the side file of --output a.csv.json and --section-output b.csv are the same file
exit 2
exit 2
error: --no-side-file requires --output FILE
exit 2
error: cannot write 'd.csv.json': it is a folder
exit 5
time,x,der(x)
no file c.csv.json
====
// Results are read back in every format, and what a killed run has left.
model M
  Real x(start = 1, fixed = true), y(start = 0, fixed = true);
equation
  der(x) = y;
  der(y) = -x;
end M;
----
for f in csv dat mat; do involute run MODEL --output a.$f --quiet; involute plot a.$f --quiet --title a --output $f.svg; done
cmp csv.svg dat.svg && cmp csv.svg mat.svg && echo alike
head -c 5000 a.csv >b.csv.part; involute plot b.csv.part --quiet --output b.svg && echo drawn; mv b.csv.part b.csv; involute plot b.csv --output b.svg
cp a.mat c.mat.part1; involute plot c.mat.part1 --quiet --title a --output c.svg && cmp csv.svg c.svg && echo again; involute plot model.mo --output d.svg
----
status 1
alike
drawn
error: b.csv: row
again
error: model.mo: row 1 has
no file d.svg
====
// --steps-output: a row for each accepted step.
model Pendulum
  Real x(start = 1, fixed = true), y, F;
equation
  der(der(x)) = -F*x;
  der(der(y)) = -F*y - 9.81;
  x^2 + y^2 = 1;
end Pendulum;
----
involute run MODEL --steps-output s.csv --json 2>/dev/null >j; head -n 2 s.csv; tail -n 1 s.csv
[ "$(grep -c . s.csv)" = $(($(sed -n 's/^ *"steps": \([0-9]*\),/\1/p' j) + 1)) ] && echo counted; grep steps_output j
involute run MODEL --steps-output s.mat --output a.csv --quiet 2>/dev/null && involute plot s.mat --y step,order --quiet --output s.svg && grep steps_output a.csv.json
involute run MODEL --steps-output a.csv --output ./a.csv; involute run MODEL --steps-output model.mo; involute run MODEL --steps-output s.txt; involute run MODEL --json --steps-output -
----
status 2
time,step,order,explicit,hidden,invariant,redundant,top
,8,
,nan,nan,
1,
counted
"steps_output": "s.csv"
"steps_output": "s.mat"
error: --output ./a.csv and --steps-output a.csv are the same file
error: --steps-output model.mo would overwrite the model
error: cannot determine the format of 's.txt'
error: --json and --steps-output - both write to standard output; give --steps-output a file name
no file s.txt
====
// a device without an end is no model
----
involute check /dev/zero; mkdir folder; involute check folder
----
status 5
error: /dev/zero is too large: more than 268435456 bytes
error: cannot read folder: Is a directory
====
// tables that are no files are not opened: a pipe that nobody writes to, a folder, a device
----
mkfifo pipe.csv; mkdir folder; for f in pipe.csv folder /dev/zero; do cat >table.mo <<END
model M
  parameter Modelica.Blocks.Types.ExternalCombiTable1D t =
    Modelica.Blocks.Types.ExternalCombiTable1D("tab", "$f", fill(0.0, 0, 2), {2}, 1);
  Real a = Modelica.Blocks.Tables.Internal.getTable1DValue(t, 1, time);
end M;
END
timeout 20 involute check table.mo; done
----
status 1
error: cannot read the table file 'pipe.csv': Operation not supported
error: cannot read the table file 'folder': Is a directory
error: cannot read the table file '/dev/zero': Operation not supported
====
// of two files neither is written where the other one cannot be
model Decay
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
end Decay;
----
mkdir folder code.h
involute export MODEL --c folder; echo "status $?"
involute export MODEL --c code.c; echo "status $?"
involute export MODEL --c "" --json; echo "status $?"
involute export MODEL --c folder/
----
status 2
error: cannot write 'folder': it is a folder
status 5
error: the header of --c, 'code.h', is a folder or must not be written; give --c another name
status 2
error: --c '' names no file; write --c FILE.c
"code": "E_ARGUMENT"
status 2
error: --c 'folder/' names no file; write --c FILE.c
no file folder.h
no file code.c
no file .h
no file folder/.h
