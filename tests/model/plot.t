model Circle
  Real x(start = 1), y(start = 0);
equation
  der(x) = -y;
  der(y) = x;
end Circle;
----
involute run MODEL --stop 6 --plot a.svg && grep -c "class='panel'" a.svg && grep "x-label\|y-label" a.svg
----
status 0
picture in a.svg
2
>x<
>time<
====
// One column over another has equal scales; a picture replaces no file that is read.
model Circle
  Real x(start = 1), y(start = 0);
equation
  der(x) = -y;
  der(y) = x;
end Circle;
----
involute run MODEL --stop 6 --quiet --plot a.svg --x x --y y && awk -F "'" '/frame/ { r = $12/$14; print (r > 0.9 && r < 1.1 ? "round" : "oval") }' a.svg
involute run MODEL --stop 6 --quiet --output a.csv && involute plot a.csv --output a.csv
----
status 2
round
would overwrite the result, 'a.csv'
====
// A picture whose name is not given is no result file, nor is a file beside a PNG touched.
----
printf 'time,x\n0,1\n1,2\n' > a.csv; cp a.csv b.csv; cp a.csv b.svg; cp a.csv c.png.part.svg; ln -s a.csv a.svg
involute plot a.csv; echo "exit $?"
involute plot b.csv b.svg; echo "exit $?"
involute plot c.png.part.svg --quiet --output c.png; cmp a.csv b.svg && cmp a.csv b.csv && cmp a.csv c.png.part.svg && head -n 1 a.csv && head -c 4 c.png # needs rsvg-convert
----
status 0
error: the picture a.svg would overwrite the result, 'a.csv'; give it another name
exit 2
error: the picture b.svg would overwrite the result, 'b.svg'; give it another name
exit 2
time,x
PNG
====
// Several files: the legend says which. Names are those of the header, also with commas.
----
printf 'time,"p[1,2]"\n0,1\n1,2\n' >one.csv && printf 'time,"p[1,2]"\r\n0,2\r\n1,nan\r\n2,5\r\n' >two.csv
involute plot one.csv two.csv --y 'p[1,2]' --title 'a <= b & c' --output both.svg && grep "class='name'\|y-label\|<title>" both.svg
----
status 0
picture in both.svg
a &lt;= b &amp; c
>one<
>two<
>p[1,2]<
====
----
printf 'time,speed\n0,1\n1,2\n' >one.csv
involute plot one.csv --y sped
----
status 2
error: one.csv: there is no column 'sped'; did you mean 'speed'?
no file one.svg
====
----
printf 'time,speed\n0,1\n1\n' >one.csv
involute plot one.csv
----
status 1
error: one.csv: row 2 has 1 values, the first row has 2 names
no file one.svg
====
----
involute plot none.csv
----
status 5
error: cannot read 'none.csv'
====
----
involute plot
----
status 2
error: no result given
====
model M
  Real x(start = 1);
equation
  der(x) = -x;
end M;
----
involute run MODEL --log-y
----
status 2
require --plot FILE.svg
====
model M
  Real x(start = 1);
equation
  der(x) = -x;
end M;
----
involute run MODEL --plot a.pdf
----
status 2
error: a picture is a .svg or .png file, not 'a.pdf'
====
// Where rsvg-convert is missing, the message says what to install.
model M
  Real x(start = 1);
equation
  der(x) = -x;
end M;
----
program=$(command -v involute) && PATH=/nowhere "$program" run model.mo --plot a.png
----
status 5
rsvg-convert, which is not installed (Debian: librsvg2-bin)
!done at
no file a.png
no file a.png.part.svg
====
model M
  Real x(start = 1);
equation
  der(x) = -x;
end M;
----
involute run MODEL --quiet --plot a.png && head -c 4 a.png # needs rsvg-convert
----
status 0
PNG
====
// Columns with a displayUnit are drawn in it, their derivatives by seconds.
model Turn
  Real phi(start = 0, fixed = true, unit = "rad", displayUnit = "deg"), T(unit = "K", displayUnit = "degC") = 300;
equation
  der(phi) = time - phi;
  annotation(experiment(StopTime = 2));
end Turn;
----
involute run MODEL --quiet --plot a.svg --y phi --y T --y 'der(phi)' && grep "label" a.svg && grep -o '>[0-9.]*</text>' a.svg
----
status 0
>phi [deg]<
>T [degC]<
>der(phi) [deg/s]<
>60</text>
>27</text>
>50</text>
!>300<
====
// Units are those of the model; scales are equal only where units are.
model Fall
  Real h(start = 1, unit = "m"), v(start = 0, unit = "m/s");
equation
  der(h) = v;
  der(v) = -9.81;
end Fall;
----
involute run MODEL --quiet --plot a.svg --y h --y v && grep "label" a.svg
involute run MODEL --quiet --plot b.svg --x v --y h && grep "label" b.svg
----
status 0
>time [s]<
>h [m]<
>v [m/s]<
>v [m/s]<
>h [m]<
====
// The plots of the annotation, a panel each; --y wins over them.
model Circle
  Real x(start = 1), y(start = 0), s(unit = "m");
equation
  der(x) = -2*y;
  der(y) = 2*x;
  s = x + y;
  annotation(__involute(plots = {plot(x = "x", y = "y", title = "orbit"), plot(y = {"x", "der(x)"}), plot(y = "s", logY = true, dots = true)}));
end Circle;
----
involute run MODEL --stop 6 --quiet --plot a.svg && grep -c "class='panel'" a.svg && grep "heading\|x-label\|y-label\|class='name'" a.svg && awk -F "'" '/frame/ { r = $12/$14; print (r > 0.9 && r < 1.1 ? "round" : "oval"); exit }' a.svg
involute run MODEL --stop 6 --quiet --plot b.svg --y s && grep -c "class='panel'" b.svg
----
status 0
3
>orbit<
>x<
>y<
>x<
>der(x)<
>time [s]<
>x, der(x)<
>s [m]<
round
1
====
// A derivative that the result does not have is found when the first row comes.
model M
  Real x(start = 1);
equation
  der(x) = -x;
  annotation(__involute(plots = {plot(y = "der(der(x))")}));
end M;
----
involute run MODEL --plot a.svg
----
status 2
error: model.mo:6: the plot shows 'der(der(x))', which the result does not have; a derivative that is the same as a variable has its name
no file a.svg
====
// Ledger and steps: residuals over time with the bound, sizes; no panel for an order that stays.
model Pendulum
  Real x(start = 1, fixed = true), y(start = 0), F;
equation
  der(der(x)) = -F*x;
  der(der(y)) = -F*y - 9.81;
  x^2 + y^2 = 1;
end Pendulum;
----
involute run MODEL --stop 2 --quiet --plot a.svg --show ledger,steps --constraint-bound 5 && grep -c "class='panel'" a.svg && grep "heading\|y-label\|class='name'" a.svg
involute run MODEL --stop 20 --method radau --rtol 1e-9 --quiet --plot b.svg --show variables,steps --y x && grep -c "class='panel'" b.svg && grep "heading\|y-label" b.svg
involute run MODEL --plot b.svg --show ledgers
----
status 2
2
>largest residuals<
>explicit<
>hidden<
>top<
>bound 5<
>units of round-off<
>steps<
>step size<
3
>x<
>steps<
>order of the method<
error: --show takes variables, sections, ledger and steps, separated by commas, not 'ledgers'
====
// A file of steps is drawn as ledger and steps; cells without a value are gaps.
----
printf 'time,step,order,explicit,hidden,invariant,redundant,top\n0.1,0.1,5,0.5,,,,1\n0.3,0.2,5,0,,,,2\n0.6,0.3,4,0.7,,,nan,0.1\n' >steps.csv
involute plot steps.csv && grep "heading\|class='name'" steps.svg
involute plot steps.csv --y step --quiet && grep -c "class='panel'" steps.svg && grep 'heading\|y-label' steps.svg
----
status 0
picture in steps.svg
>largest residuals<
>explicit<
>top<
>bound 4<
>steps<
>order of the method<
1
>step<
!>invariant<
!>redundant<
====
// Points of sections, without the column that is zero on them; in a run and from its file.
model Top
  Real x(start = 1, fixed = true), y(start = 0, fixed = true), z(start = 0.5, fixed = true);
equation
  der(x) = y*z;
  der(y) = -2*x*z;
  der(z) = x*y;
end Top;
----
involute run MODEL --stop 40 --quiet --section y --section-output s.csv --plot a.svg --show sections && grep "x-label\|y-label" a.svg && grep -c "stroke-dasharray" a.svg
involute plot s.csv && grep "x-label\|y-label" s.svg && grep -c "stroke-dasharray" s.svg
involute run MODEL --stop 40 --plot b.svg --show sections
----
status 2
0
>x<
>z<
picture in s.svg
>x<
>z<
0
note: no section was met; the picture shows none
error: there is nothing to draw
====
// Side files: the legend names what differs, axes have units, the title is the model.
----
side() { printf '{"model": "Swing", "parameters": {"L": %s, "g": 9.81}, "units": {"h": "m"}, "settings": {"rtol": %s, "method": "%s", "atol": %s}}' "$2" "$3" "$4" "$5" >$1.csv.json; printf 'time,h,der(h)\n0,1,2\n1,2,%s\n' "$2" >$1.csv; }
side a 1 1e-6 radau 1e-9; side b 2 1e-6 radau 1e-9; side c 2 1e-8 dop853 1e-11; side d 2 1e-8 dop853 1e-12
involute plot a.csv b.csv --y h && grep "class='name'\|label\|class='title'" a.svg
involute plot b.csv c.csv --y 'der(h)' && grep "class='name'\|y-label" b.svg
involute plot c.csv d.csv --y h && grep "class='name'" c.svg
cp d.csv e.csv; cp d.csv.json e.csv.json; involute plot d.csv e.csv --y h && grep "class='name'" d.svg
echo '[1' >d.csv.json; involute plot d.csv c.csv --y h --output e.svg && grep "class='name'" e.svg
----
status 0
>Swing<
>L = 1<
>L = 2<
>time [s]<
>h [m]<
>method = radau, rtol = 1e-06<
>method = dop853, rtol = 1e-08<
>der(h) [m/s]<
>atol = 1e-11<
>atol = 1e-12<
>d<
>e<
d.csv.json:
>d<
>c<
====
// A quick look in the terminal; what is piped has 80 columns and no colours, and standard output is not used twice.
model Decay
  Real x(start = 1, fixed = true), y = x^2;
equation
  der(x) = -x;
end Decay;
----
involute run MODEL --plot --y x,y --points 20
involute run MODEL --quiet --plot --output a.csv && involute plot a.csv --terminal --y x && ls
involute run --plot MODEL --json; involute plot a.csv --terminal --output b.svg
----
status 2
Decay: done
final values
x, y over time
  a  x   b  y
1.0┤⢦⢄⡀
a
 ⠉⠉⠑⠒⠒⠒⠤b
└┬───
0.0 
x over time
y over time
x over time
a.csv
error: --plot without a file and --json both write to standard output
error: --terminal and --output: the picture is text or a file
!a.svg
!b.svg
====
// A single point is a mark; a column without values says so; both leave no frame out.
----
printf 'time,x,y\n1,2,nan\n' >a.csv
involute plot a.csv && grep -c "class='panel'" a.svg && grep "heading" a.svg && grep -A 2 "class='curve'" a.svg | grep -c "a2.5 2.5"
----
status 0
picture in a.svg
2
>no values to draw<
1
====
// What --show and --y cannot be is said once, and nothing is drawn.
model Decay
  Real x(start = 1, fixed = true), y = x^2;
equation
  der(x) = -x;
end Decay;
----
involute run MODEL --show "" --plot a.svg
involute run MODEL --show , --plot a.svg
printf 'time,x\n0,1\n1,2\n' >a.csv
names=$(yes x | head -49 | paste -sd,)
involute plot a.csv --y "$names"; echo "status $?"
involute plot a.csv --y "${names#x,}" --output b.svg
involute plot a.csv --y ''
----
status 2
error: --show takes variables, sections, ledger and steps, separated by commas, not ''
error: --show takes variables, sections, ledger and steps, separated by commas, not ''
error: --y names more than 48 columns; repeat it, for a panel each
status 2
picture in b.svg
error: --y needs the name of a column
no file a.svg
====
// A picture as text and steps do not share standard output.
model Decay
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
end Decay;
----
involute run MODEL --plot --steps-output -
----
status 2
error: --plot without a file and --steps-output - both write to standard output; give --plot a file name
!time,
====
// One mistake has one message.
----
printf 'time,x\n0,1\n1,2\n' >a.csv
involute plot a.csv $(yes ' --y x' | head -17)
----
status 2
error: more than 16 panels
!needs the name
