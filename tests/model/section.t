// Crossings upwards only, at 2 pi k; on the section and on the manifold to round-off.
model Oscillator
  Real x(start = 1, fixed = true), v(start = 0, fixed = true);
  Real E = x^2 + v^2 annotation(__involute(invariant = true));
equation
  der(x) = v;
  der(v) = -x;
  annotation(experiment(StopTime = 20, Tolerance = 1e-11),
    __involute(sections = {section(name = "rest", expr = v, direction = -1, columns = {x, der(v)})}));
end Oscillator;
----
involute run MODEL --section-output - | sed 's/\(\.[0-9]\{7\}\)[0-9]*/\1/g'; involute run MODEL | grep section
----
status 0
section,direction,time,x,der(v)
rest,-1,6.2831853,
rest,-1,12.5663706,
rest,-1,18.8495559,
section    rest = 0 crossed 3 times
!rest,1
====
// Several sections in one file, from the command line, both ways; the start itself is no crossing.
model Circle
  Real x(start = 0, fixed = true), y(start = 1, fixed = true);
equation
  der(x) = y;
  der(y) = -x;
  annotation(experiment(StopTime = 10, Tolerance = 1e-9));
end Circle;
----
involute run MODEL --section x --section "x - y" --section-output out.csv --json && cut -d, -f1-2 out.csv
----
status 0
"name": "x - y"
"crossings": 3
section,direction
x - y,1
x,-1
x - y,-1
x,1
====
// A section of an algebraic variable, through events that change the mode.
model Ball
  Real h(start = 1, fixed = true), v(start = 0, fixed = true);
  Real e = 10*h + v^2/2 - 4;
equation
  der(h) = v;
  der(v) = -10;
  when h < 0 then
    reinit(v, -0.8*pre(v));
  end when;
  annotation(experiment(StopTime = 1.5));
end Ball;
----
involute run MODEL --section "h - 0.5" --section "e" | grep "events\|section"
----
status 0
events
section    h - 0.5 = 0 crossed 3 times
section    e = 0 crossed 0 times
====
model M
  Real x(start = 1);
equation
  der(x) = -x;
end M;
----
involute run MODEL --section "q + 1"
----
status 1
error: unknown name 'q'
====
model M
  Real x(start = 1);
equation
  der(x) = -x;
  annotation(__involute(sections = {section(name = "p", direction = 2, expr = x), section(name = "q"), section(expr = x, columns = {x + 1}), 3}));
end M;
----
involute check MODEL
----
status 1
error: the direction of a section must be 1 (its function becomes positive), -1 (negative) or 0 (both)
error: this section has no 'expr = ...'
error: a column of a section must be a variable or its derivative
error: expected section(...) in the list of sections
====
model M
  Real x(start = 1);
equation
  der(x) = -x;
end M;
----
involute run MODEL --section x --section-output no/such/folder.csv
----
status 5
error: cannot write 'no/such/folder.csv'
====
// Higher derivatives than the completed system has.
model M
  Real x(start = 1);
equation
  der(x) = -x;
end M;
----
involute run MODEL --section "der(der(x))"
----
status 1
error: the section 'der(der(x))' contains a higher derivative than the completed system
