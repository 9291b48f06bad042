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
program=$(command -v involute) && PATH=/nowhere "$program" run model.mo --quiet --plot a.png
----
status 5
rsvg-convert, which is not installed (Debian: librsvg2-bin)
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
