model One
  Real x(start = 1), y, F;
equation
  der(der(x)) = -F*x;
  der(der(y)) = -F*y - 1;
  x^2 + y^2 = 0.1^2;
end One;
----
involute decompose MODEL
----
status 0
One: 1 constraints in 2 unknowns, 1 component (found by Involute)
The constraints are irreducible over the rational numbers: there is nothing to split.
1 1 2 1
100*x^2+100*y^2-1 = 0
no file model_1.mo
====
----
involute decompose $ROOT/models/Parallelogram.mo --output-dir new && cat new/Parallelogram_2.mo && ls new
----
status 0
Parallelogram: 3 constraints in 4 unknowns, 2 components
component dimension degree equations residual at the initial point
1 1 2 3
new/Parallelogram_1.mo
2 1 4 3
new/Parallelogram_2.mo holds the start point
component 1
y1-y2 = 0
x1-x2+2 = 0
x2^2+y2^2-4*x2+3 = 0
component 2
4*y1*y2+3*x1-3*x2+6 = 0
x2^2+y2^2-4*x2+3 = 0
4*y1*x2-3*y1+3*y2 = 0
initial equation
x1 = 0.5;
// Component 2 of 2 of the constraints of Parallelogram, dimension 1
//   (x1^2 + y1^2 - a^2)/2 = 0
3*x1 - 3*x2 + 4*y1*y2 + 6 = 0;
3*lambda1 + m1*der(der(x1)) + T*y1/a^2 = 0;
annotation(experiment(
Parallelogram_1.mo
Parallelogram_2.mo
!note:
!(x1^2 + y1^2 - a^2)/2 = 0 annotation
!Parallelogram_3
====
// both run through the flat position; the other branch against the equation for the crank angle in 30 digits
----
involute decompose $ROOT/models/Parallelogram.mo --quiet && involute run Parallelogram_2.mo --stop 2 --rtol 1e-12 && involute run Parallelogram_1.mo --stop 2 --rtol 1e-12 --set y2=0.8660254
----
status 0
done at t = 2
x1 0.9854921382093
y1 0.169721081564
x2 2.87659085515
y2 -0.4812363999
done at t = 2
y1 -0.80251934413
y2 -0.80251934413
!warning
====
// denominators are cleared, and components where they vanish are none
model Quotient
  Real x(start = 1), y(start = 1);
equation
  der(x) = 1;
  (x^2 - y^2)/(x + y) = 0;
end Quotient;
----
involute decompose MODEL; cat model_1.mo
----
status 0
1 constraints in 2 unknowns, 1 component
There is only one component; its equations are a simpler form of the constraints.
model_1.mo holds the start point
x-y = 0
der(x) = 1;
!(x^2 - y^2)/(x + y) = 0;
====
// arrays and loops: what shares their text is written out
model Loop
  Real p[2, 2](start = {{1, 1}, {2, -2}}), s;
equation
  for i in 1:2 loop
    der(p[i, 1]) = 1; p[i, 1]^2 = p[i, 2]^2;
  end for;
  s = sin(p[1, 1]);
end Loop;
----
involute decompose MODEL && cat model_2.mo && for k in 1 2 3 4; do involute run model_$k.mo --quiet || exit 9; done
----
status 0
2 constraints in 4 unknowns, 4 components
for i in 1:2 loop
der(p[i, 1]) = 1;
end for;
s = sin(p[1, 1]);
====
// time and inputs are no unknowns: x = 0, not u = 0
model Driven
  input Real u(start = 1);
  Real x(start = 1), y;
equation
  u*x*(x - time/3 - 1) = 0;
  der(y) = x;
end Driven;
----
involute decompose MODEL && involute run model_1.mo && involute run model_2.mo
----
status 0
1 constraints in 1 unknowns, 2 components
component 1
x = 0
component 2
3*x-time-3 = 0
done at t = 1
done at t = 1
!u = 0
====
// what declarations say is put into the constraints and stays where it is
model Declared
  parameter Real k = 1/3;
  Real x(start = 1), y(start = 3), z = k*y;
equation
  der(x) = 1;
  (x - z)*(x + z) = 0;
end Declared;
----
involute decompose MODEL && cat model_1.mo
----
status 0
2 components
3*x+y = 0
3*x-y = 0
z = k*y;
====
model Contradiction
  Real x, y;
equation
  der(x) = y;
  x*y = 1;
  x*y = 2;
end Contradiction;
----
involute decompose MODEL
----
status 1
error: the constraints of Contradiction contradict each other
====
model Plain
  Real x(start = 1), y;
equation
  der(x) = -x;
  y = sin(x);
end Plain;
----
involute decompose MODEL
----
status 0
Plain has no constraints to split
no file model_1.mo
====
model Angle
  Real x(start = 0.5), y(start = 0.5), F;
equation
  der(der(x)) = -F;
  der(der(y)) = F;
  x + sin(y) = 1;
end Angle;
----
involute decompose MODEL
----
status 1
model.mo:6:3: error: the constraint 'x + sin(y) = 1' contains 'sin' of its unknowns; only polynomial constraints that always hold
x + sin(y) = 1;
^
no file model_1.mo
====
model Two
  Real x(start = 1), y, z;
equation
  der(x) = y;
  der(z) = 1;
  x^1.5 + z = z*x;
  if x > 1 then
    y*x = 1;
  else
    z*x = 1;
  end if;
end Two;
----
involute decompose MODEL
----
status 1
model.mo:6:3: error: the constraint 'x^1.5 + z = z*x' contains an exponent that is not an integer
model.mo:8:5: error: the constraint 'if x > 1 then y*x = 1' holds only under a condition
====
model Rounded
  parameter Real r = sqrt(2);
  Real x(start = 1), y(start = 1);
equation
  der(x) = y;
  x^2 + y^2 = r^2;
end Rounded;
----
involute decompose MODEL
----
status 0
note: 1.4142135623730951, a value in the constraints, is neither a short decimal nor a simple fraction
1 component
====
----
mkdir bin && ln -s "$(command -v involute)" bin && cp $ROOT/models/Parallelogram.mo . && PATH=$PWD/bin && involute decompose Parallelogram.mo --engine singular
----
status 5
error: the program Singular is not installed; it is in the Debian package 'singular' (apt-get install singular)
====
// a program that does not answer, one that says something else
----
mkdir bin && printf '#!/bin/sh\nsleep 60\n' >bin/Singular && chmod +x bin/Singular && PATH=$PWD/bin:$PATH involute decompose $ROOT/models/Parallelogram.mo --timeout 0.2 --engine singular
----
status 5
error: Singular did not finish within 0.2 s; raise --timeout
====
----
mkdir bin && printf '#!/bin/sh\necho "   ? no memory"\n' >bin/Singular && chmod +x bin/Singular && PATH=$PWD/bin:$PATH involute decompose $ROOT/models/Parallelogram.mo --engine singular
----
status 5
error: Singular could not split the constraints: no memory
====
----
involute decompose MODEL --timeout never
----
status 2
error: --timeout never: expected a number of seconds above 0
====
----
involute decompose MODEL --set L=1
----
status 2
error: the option --set does not apply to the command 'decompose'
====
// without any other program; the models are those of Singular
----
mkdir bin && ln -s "$(command -v involute)" bin && PATH=$PWD/bin:/usr/bin:/bin involute decompose $ROOT/models/Parallelogram.mo --output-dir own --quiet && involute decompose $ROOT/models/Parallelogram.mo --output-dir other --engine singular && diff -r own other && echo the same # needs Singular
----
status 0
2 components (found by Singular)
the same
====
// a limit on the work ends it, with what to try
----
involute decompose $ROOT/models/ChainEliminated.mo --timeout 0.05
----
status 3
error: the constraints were not split: the
Try a larger --timeout, the program Singular (--engine singular), or a part of the model
!internal
====
----
involute decompose MODEL --engine maple
----
status 2
error: --engine maple: expected own or singular
====
// irreducible over the rational numbers, not over the real ones
model Irrational
  Real x(start = 1.4142135623730951), y(start = 1);
equation
  der(y) = x;
  x^2 = 2*y^2;
end Irrational;
----
involute decompose MODEL
----
status 0
1 component
The constraints are irreducible over the rational numbers
x^2-2*y^2 = 0
====
// a component of less dimension, and one without real points
model Mixed
  Real x(start = 0), y(start = 1), z(start = 1);
equation
  der(y) = 1;
  x*(x^2 + 1)*(y - 2) = 0;
  x*(x^2 + 1)*(z - 3) = 0;
end Mixed;
----
involute decompose MODEL
----
status 0
2 constraints in 3 unknowns, 3 components
1 2 1 1
2 2 2 1
3 1 1 2
x = 0
x^2+1 = 0
y-2 = 0
z-3 = 0
====
// The gallery and standard input are read once: both have an initial point and names.
----
involute decompose Parallelogram --output-dir a 2>/dev/null && involute decompose - --output-dir b <$ROOT/models/Parallelogram.mo && ls b
----
status 0
residual at the initial point
a/Parallelogram_2.mo holds the start point
residual at the initial point
b/Parallelogram_1.mo
b/Parallelogram_2.mo holds the start point
!start values
