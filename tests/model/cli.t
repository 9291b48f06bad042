// The command line itself: commands, options, files, exit statuses.
----
involute
----
status 2
error: no command given; 'involute --help' lists them
====
model M
  Real x(start = 1, fixed = true), y = 2*x;
equation
  der(x) = -x;
end M;
----
involute run MODEL --output a.csv --columns time,y --quiet && head -1 a.csv; involute run MODEL --until 5
----
status 2
time,y
there is no option --until
--stop
====
----
involute --version
----
status 0
involute 0.3.0
====
----
involute --help
----
status 0
involute run
involute analyze
involute check
involute methods
gallery
Exit status
    0  success
====
----
involute analyze --help
----
status 0
--start T
--json
!--method
====
----
involute check -h
----
status 0
read and type-check only
!--rtol
====
----
involute rum MODEL
----
status 2
error: there is no command 'rum'; did you mean 'run'?
====
----
involute frobnicate
----
status 2
error: there is no command 'frobnicate'; 'involute --help' lists them
====
----
involute MODEL
----
status 2
error: there is no command 'model.mo'; to simulate a model: involute run model.mo
====
----
involute --rtol 3
----
status 2
error: '--rtol' before a command
====
----
involute methods
----
status 0
method
order
rk4
dopri54
dop853
====
----
involute methods rk4
----
status 2
error: 'rk4': the command 'methods' takes no argument
====
----
involute methods > /dev/full
----
status 5
error: cannot write standard output: No space left on device
====
----
involute run
----
status 2
error: no model given; try 'involute run MODEL.mo'
====
----
involute run MODEL other.mo
----
status 2
error: two models given, 'model.mo' and 'other.mo'; 'run' takes one
====
----
involute run none.mo
----
status 5
none.mo
No such file or directory
====
----
mkdir folder.mo && involute run folder.mo
----
status 5
folder.mo
irectory
!No such file
====
----
involute run none.mo --json 2>/dev/null
----
status 5
"model": null,
"status": "failed",
"error": {
"code": "E_FILE",
"where": "",
"t": null
====
----
involute run MODEL --rtoll 1e-6
----
status 2
error: there is no option --rtoll; did you mean --rtol?
====
----
involute run MODEL --meth rk4
----
status 2
error: there is no option --meth; did you mean --method?
====
----
involute run MODEL --frobnicate=3
----
status 2
error: there is no option --frobnicate; 'involute run --help' lists them
====
----
involute run MODEL -x
----
status 2
error: there is no option -x
====
----
involute run MODEL --rtol
----
status 2
error: the option --rtol needs a value
====
----
involute run MODEL --steps=3
----
status 2
error: the option --steps takes no value
====
----
involute run MODEL --verify-accuracy
----
status 2
error: the option --verify-accuracy is not available yet
====
----
involute run MODEL --report page.txt
----
status 2
error: a report is a .html file, not 'page.txt'
no file page.txt
====
----
involute run MODEL --report nowhere/page.html
----
status 2
error: there is no folder for the report 'nowhere/page.html'
====
----
involute analyze MODEL --method rk4
----
status 2
error: the option --method does not apply to the command 'analyze'
====
----
involute check MODEL --output a.csv
----
status 2
error: the option --output does not apply to the command 'check'
no file a.csv
====
----
involute run MODEL --json --output -
----
status 2
error: --json and --output - both write to standard output; give --output a file name
====
----
involute run MODEL --rtol 2
----
status 2
error: option --rtol: '2' is out of range; it takes a number from 1e-15 to 1
====
----
involute run MODEL --rtol small
----
status 2
error: option --rtol: 'small' is not a number
====
----
involute run MODEL --rtol nan
----
status 2
error: option --rtol: 'nan' is not a number
====
----
involute run MODEL --step 0
----
status 2
error: option --step: '0' is out of range; it takes a number greater than 0
====
----
involute run MODEL --stop inf
----
status 2
error: option --stop: 'inf' is out of range; it takes a finite number
====
----
involute run MODEL --points 2.5
----
status 2
error: option --points: '2.5' is not a whole number
====
----
involute run MODEL --method dopri45 --json
----
status 2
error: option --method: unknown value 'dopri45'; did you mean 'dopri54'? It takes one of: auto
"code": "E_ARGUMENT"
====
model Decay
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
end Decay;
----
involute check MODEL
----
status 0
model.mo: Decay is well formed
====
model Decay
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
end Decay;
----
involute check MODEL --json
----
status 0
"model": "Decay",
"status": "done"
====
model Decay
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
end Decay;
----
involute run MODEL --output result.hdf5
----
status 2
error: cannot determine the format of 'result.hdf5'; use a name that ends in .csv or .dat or .mat
no file result.hdf5
====
model Decay
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
end Decay;
----
involute run MODEL --section x --section-output result.dat
----
status 2
error: cannot write crossings to 'result.dat'; use a name that ends in .csv
no file result.dat
====
model Decay
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
end Decay;
----
involute run MODEL --output result.txt
----
status 2
error: cannot determine the format of 'result.txt'
no file result.txt
====
model Decay
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
end Decay;
----
involute run MODEL --output none/result.csv
----
status 5
error: cannot write 'none/result.csv': No such file or directory
!Decay: done
====
model Decay
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
end Decay;
----
mkdir result.csv; involute run MODEL --output result.csv
----
status 5
error: cannot write 'result.csv': it is a folder
====
model Decay
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
end Decay;
----
ln -s /dev/full full.csv; involute run MODEL --output full.csv --quiet; s=$?; ls; exit $s
----
status 5
error: cannot write 'full.csv': No space left on device
full.csv
model.mo
!tmp
====
model Decay
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
end Decay;
----
involute run MODEL --output - --points 4 > /dev/full
----
status 5
error: cannot write standard output: No space left on device
====
model Decay
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
end Decay;
----
involute run MODEL --output result.csv --points 2 && ls && head -n 1 result.csv && wc -l < result.csv
----
status 0
Decay: done at t = 1 (stop-time)
structure  1 equation, 1 unknown
settings   method
final values
3 rows in result.csv
model.mo
result.csv
time,x
4
!tmp
====
model Decay
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
end Decay;
----
involute run MODEL --output - --points 1 --set x=0
----
status 0
time,x
0,0
1,0
!Decay
====
model Decay
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
end Decay;
----
involute run MODEL --quiet
----
status 0
!Decay
!x
====
model Decay
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
end Decay;
----
involute run MODEL --json --rtol 0.125
----
status 0
{
"model": "Decay",
"status": "done",
"stopped_by": "stop-time",
"t": 1.0,
"arclength": null,
"final": {
"settings": {
"rtol": 0.125,
"structure": {
"unknowns": 1,
"index": 0,
"dof": 1,
"statistics": {
"ledger": {
"events": []
!error
====
model Decay
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
end Decay;
----
involute run MODEL --set y=3
----
status 2
error:
'y'
====
model Decay
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
end Decay;
----
involute run MODEL --progress --quiet --step 0.5
----
status 0
t = 
1 step
====
// What was computed before the failure is written out.
model Explosion
  Real x(start = 1, fixed = true);
equation
  der(x) = x^2;
  annotation(experiment(StopTime = 2));
end Explosion;
----
involute run MODEL --every 0.25 --output result.csv --quiet; s=$?; head -n 4 result.csv; exit $s
----
status 3
error:
time,x
0,1
0.25,1.333
0.5,
!tmp
====
model Explosion
  Real x(start = 1, fixed = true);
equation
  der(x) = x^2;
  annotation(experiment(StopTime = 2));
end Explosion;
----
involute run MODEL --json 2>/dev/null
----
status 3
"status": "stopped",
"error": {
"code": "E_
"message":
"stopped_by":
"final": {
====
// The command line wins over annotations.
model Decay
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
  annotation(experiment(StopTime = 5, Tolerance = 1e-4));
end Decay;
----
involute run MODEL --json --stop 3
----
status 0
"t": 3.0,
"rtol": 0.0001
====
model Pendulum
  parameter Real L = 1, g = 9.81;
  Real x(start = 1, fixed = true), y(start = 0), F;
equation
  der(der(x)) = -F*x;
  der(der(y)) = -F*y - g;
  x^2 + y^2 = L^2;
end Pendulum;
----
involute analyze MODEL
----
status 0
Pendulum
structure  3 equations, 3 unknowns; index 3, 2 degrees of freedom
signature: highest derivative of each unknown in each equation
hidden constraints
regularity at the start
start values: 2 may be fixed, the model fixes 1
initial point
time
====
model Pendulum
  parameter Real L = 1, g = 9.81;
  Real x(start = 1, fixed = true), y(start = 0), F;
equation
  der(der(x)) = -F*x;
  der(der(y)) = -F*y - g;
  x^2 + y^2 = L^2;
end Pendulum;
----
involute analyze MODEL --json
----
status 0
"model": "Pendulum",
"structure": {
"index": 3,
"dof": 2,
"offsets": {
"coordinates": [
"time",
"initial_point": {
"hidden_constraints": [
====
// One option chooses the output rows; which counts must not depend on the order.
----
for o in '--points 10 --every 0.1' '--every 0.1 --steps' '--steps --points=3'; do involute run Pendulum --quiet $o; echo "status: $?"; done
----
status 0
error: --points and --every both choose the output rows; give one of them
status: 2
error: --every and --steps both choose the output rows; give one of them
status: 2
error: --steps and --points both choose the output rows; give one of them
status: 2
====
// Names of other tools: the message has the one to write.
----
for o in '--stop-time 3' '--tolerance=1e-3' --start-time '--Solver radau' --interval --output-file -o --METHOD; do involute run MODEL $o; done
----
status 2
error: there is no option --stop-time; write --stop
error: there is no option --tolerance; write --rtol
error: there is no option --start-time; write --start
error: there is no option --Solver; write --method
error: there is no option --interval; write --every
error: there is no option --output-file; write --output
error: there is no option -o; write --output
error: there is no option --METHOD; did you mean --method?
====
// Only what the command has.
----
involute check MODEL --tolerance 1e-6
----
status 2
error: there is no option --tolerance
!--rtol
====
----
for m in bdf DASSL ida cvode ode15s rodas rk45 ode45 dopri5 RADAU; do involute run MODEL --method $m; done
----
status 2
error: option --method: unknown value 'bdf'; write 'radau' instead. It takes one of: auto
'DASSL'; write 'radau' instead
'ida'; write 'radau' instead
'cvode'; write 'radau' instead
'ode15s'; write 'radau' instead
'rodas'; write 'radau' instead
'rk45'; write 'dopri54' instead
'ode45'; write 'dopri54' instead
'dopri5'; write 'dopri54' instead
'RADAU'; did you mean 'radau'? It takes one of: auto
====
// Every word to write is a word of the option.
----
sed -n 's/^    {"method", "[^"]*", "\([^"]*\)"},$/\1/p' "$ROOT/src/base/options.c" | sort -u > words.txt; involute run --help > help.txt; while read -r w; do grep -qw -- "$w" help.txt && echo known || echo "not a method: $w"; done < words.txt
----
status 0
known
!not a method
====
model Pendulum
  parameter Real L = 1;
  Real x(start = 1, fixed = true);
equation
  der(x) = -L*x;
end Pendulum;
----
involute run MODEL --set l=2
----
status 2
error: there is no parameter or variable 'l'; did you mean 'L'?
====
// Names of the gallery are models, where there is no such file.
----
involute run Pendulum --stop 0.1 && involute check Pendulum --quiet && involute analyze Pendulum.mo --quiet
----
status 0
note: there is no file 'Pendulum'; this is the model of the gallery, models/Pendulum.mo
Pendulum: done at t = 0.1
====
model Other
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
end Other;
----
cp MODEL Pendulum; involute check Pendulum
----
status 0
Other is well formed
!gallery
====
----
involute run Pendulm
----
status 5
error: there is no model 'Pendulm' in the gallery; did you mean 'Pendulum'?
error: cannot read Pendulm: No such file or directory
====
// A dash is standard input.
model Decay
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
end Decay;
----
involute run - --output - --points 1 --set x=0 < MODEL
----
status 0
time,x
0,0
1,0
====
model Decay
  Real x(start = 1, fixed = true);
equation
  der(x) = -y;
end Decay;
----
involute check - < MODEL
----
status 1
stdin:4:13: error: unknown name 'y'
====
// Start values of derivatives.
model Pendulum
  parameter Real L = 1, g = 9.81;
  Real x(start = 1, fixed = true), y(start = 0), F;
equation
  der(der(x)) = -F*x;
  der(der(y)) = -F*y - g;
  x^2 + y^2 = L^2;
end Pendulum;
----
involute analyze MODEL --set 'der(y)=2' --set 'der(y) = 1'
----
status 0
initial point
F 1
der(y) 1
====
model Decay
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
end Decay;
----
for s in 'der(x)=1' 'der(y)=1' 'der(x^2)=1' 'der(x)=true' 'der(x)={1,2}' 'der(x'; do involute run MODEL --quiet --set "$s"; echo "status: $?"; done
----
status 0
status: 1
unknown name 'y'
error: 'der(y)=1' cannot be set
status: 2
error: 'der(x^2)=1' cannot be set: 'der(x^2)' is not the derivative of a variable
status: 2
error: 'der(x)=true': 'der(x)' is Real, found Boolean
status: 2
error: 'der(x)={1,2}': expected one number, found
status: 2
error: expected name=value, found 'der(x'
status: 2
====
// An interrupt keeps the rows so far and has a status of its own.
model Decay
  Real x(start = 1, fixed = true);
equation
  der(x) = cos(time);
  annotation(experiment(StopTime = 1e9));
end Decay;
----
for s in INT TERM; do involute run MODEL --max-steps 1000000000 --every 1 --output $s.csv --quiet & while ! test -s $s.csv.part; do sleep 0.1; done; kill -$s $!; wait $!; echo "status: $?"; test $(wc -l < $s.csv) -gt 2 && head -n 2 $s.csv; done
----
status 0
interrupted after
status: 130
time,x
0,1
interrupted after
status: 130
time,x
0,1
no file INT.csv.part
====
----
involute methods
----
status 0
auto variable
taylor variable
====
model Decay
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
end Decay;
----
involute run MODEL --progress --quiet --step 0.5
----
status 0
50 %
s left
====
// What the numbers of equations and unknowns mean.
model Balanced
  Real x(start = 1, fixed = true), y;
equation
  der(x) = -x;
  y = x;
end Balanced;
----
involute check MODEL
----
status 0
model.mo: Balanced is well formed
balanced: 2 equations for 2 unknowns
====
model Under
  Real x, y;
equation
  der(x) = -x;
end Under;
----
involute check MODEL
----
status 0
underdetermined: 1 equation for 2 unknowns
'involute analyze' names the equations and unknowns concerned
====
model Over
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
  x = exp(-time);
end Over;
----
involute check MODEL
----
status 0
overdetermined: 2 equations for 1 unknown
====
model Singular
  Real x(start = 1), y, z;
equation
  der(x) = -x;
  x = exp(-time);
  y + z = x;
end Singular;
----
involute check MODEL
----
status 0
structurally singular: 3 equations for 3 unknowns, of which 2 can be assigned to each other
====
// Options without effect: refused where the command line shows it, else noted.
model Decay
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
end Decay;
----
for o in '--columns x' '--plot a.svg --free-scale' '--log-x'; do involute run MODEL $o; echo "status: $?"; done
----
status 0
error: --columns requires --output FILE, --report FILE.html or --json; --y chooses what a picture shows
status: 2
error: --free-scale requires --x NAME
status: 2
error: --x, --y, --log-x, --log-y, --free-scale, --dots and --show require --plot FILE.svg
status: 2
no file a.svg
====
model Decay
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
end Decay;
----
involute run MODEL --section-output s.csv --step 0.1 --max-growth 3 --newton-epsilon 0.1 --stop-step whole
----
status 0
note: --max-growth has no effect with constant steps (--step 0.1)
note: --newton-epsilon has no effect with --newton simplified
note: --stop-step has no effect with --by time
note: neither --section nor the model names a section; s.csv has no rows
Decay: done
====
model Decay
  Real x(start = 1, fixed = true), y(start = 1);
equation
  der(x) = -x;
  y^3 + y = x;
end Decay;
----
involute run MODEL --max-growth 3 --newton-epsilon 0.1 --newton inexact --stop-step whole --length 0.5 --section x-0.9 --section-output s.csv
----
status 0
Decay: done
!has no
====
// Notes on the start come before the run, which is interrupted here, and name what was chosen.
model Pendulum
  Real x(start = 1, fixed = true), y(start = 0), F;
equation
  der(der(x)) = -F*x;
  der(der(y)) = -F*y - 9.81;
  x^2 + y^2 = 1;
end Pendulum;
----
involute run MODEL --stop 1e9 --max-steps 1000000000 2>notes >/dev/null & p=$!; n=0
until [ -s notes ] || [ $n -gt 100 ]; do sleep 0.1; n=$((n + 1)); done; cat notes; kill $p; wait $p; echo "status: $?"
involute analyze MODEL 2>/dev/null | grep chosen
----
status 0
note: 1 of 2 degrees of freedom is not fixed by the model; started nearest to the guesses, with der(y) = 0
status: 130
  der(y)        0     chosen
====
// One that a fixed velocity leaves, and none that follows from the closed loop.
----
involute run FourBar --stop 0.1 2>&1 | grep 'not fixed'
----
status 0
guesses, with x1 = 0.500018
!der(
====
// A retraction that was never used is not named, and one without constraints is no news.
model Decay
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
end Decay;
----
involute run MODEL --retraction radial --newton exact --max-step 0.1 --step 0.1 --step-size given
involute run MODEL --step-size given; involute run MODEL --dt 1
----
status 2
note: --max-step has no effect with constant steps (--step 0.1)
note: --retraction has no effect: the model has no constraints
note: --newton has no effect: the model has no constraints
           no constraints, direction explicit
note: --step-size has no effect without --step
error: there is no option --dt; write --step
!retraction staged
!retractions
====
// Lengths of blocks that are no chart anywhere: the orthogonal retraction did it all, also where there are many blocks.
model Fluxes
  parameter Integer N = 60;
  Real T[N](each start = 1, each fixed = true), q[N];
equation
  der(T[1]) = N*q[1];
  for i in 2:N loop
    der(T[i]) = N*(q[i] - q[i-1]);
  end for;
  for i in 1:N-1 loop
    q[i] + q[i]^3 = N*(T[i+1] - T[i]);
  end for;
  q[N] + q[N]^3 = 2*N*(1 + sin(2*time)^2 - T[N]);
end Fluxes;
----
involute run MODEL --retraction radial --method radau
----
status 0
retraction orthogonal at every step (radial failed), metric
!retraction radial
====
----
involute methods | awk '$1 == "radau" || $1 == "radau2a5" { print $1, $2 }'
----
status 0
radau2a5 5
radau variable
====
model Decay
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
end Decay;
----
involute simulate MODEL; involute run MODEL --progress --quiet --stop 1e6 --first-step 1e-6 2>&1 | head -1
----
status 0
error: there is no command 'simulate'; write 'involute run'
 0 %  1 step
!s left
