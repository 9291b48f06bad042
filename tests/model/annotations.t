model M
  Real x;
equation
  der(x) = 1;
  annotation(experiment(StopTim = 1));
end M;
----
involute check MODEL
----
status 1
model.mo:5:25: error: experiment has no entry 'StopTim'; did you mean 'StopTime'?
====
model M
  Real x;
equation
  der(x) = 1;
  annotation(experiment(StopTime = x));
end M;
----
involute check MODEL
----
status 1
model.mo:5:36: error: the entry 'StopTime' must be constant
====
model M
  Real x;
equation
  der(x) = 1;
  annotation(experiment(StopTime = "1"));
end M;
----
involute check MODEL
----
status 1
model.mo:5:36: error: the entry 'StopTime' must be a number (Real or Integer), found String
====
model M
  Real x;
equation
  der(x) = 1;
  annotation(experiment(StopTime = 1/0));
end M;
----
involute check MODEL
----
status 1
model.mo:5:36: error: the entry 'StopTime' must be finite, found inf
====
model M
  Real x;
equation
  der(x) = 1;
  annotation(__involute(solvers(method = "rk4")));
end M;
----
involute check MODEL
----
status 1
model.mo:5:25: error: __involute of a model has no entry 'solvers'; did you mean 'solver'?
====
model M
  Real x;
equation
  der(x) = 1;
  annotation(__involute(solver(metod = "rk4")));
end M;
----
involute check MODEL
----
status 1
model.mo:5:32: error: solver has no entry 'metod'; did you mean 'method'?
====
model M
  Real x;
equation
  der(x) = 1;
  annotation(__involute(solver(maxStep = true, method = rk4)));
end M;
----
involute check MODEL
----
status 1
model.mo:5:57: error: the entry 'method' must be a string: "rk4"
====
model M
  Real x;
equation
  der(x) = 1;
  annotation(__involute(invariants = invariant(expr = x)));
end M;
----
involute check MODEL
----
status 1
model.mo:5:38: error: 'invariants' must be a list, such as {invariant(...), ...}
====
model M
  Real x;
equation
  der(x) = 1;
  annotation(__involute(invariants = {x}));
end M;
----
involute check MODEL
----
status 1
model.mo:5:39: error: expected invariant(...) in the list of invariants
====
model M
  Real x;
equation
  der(x) = 1;
  annotation(__involute(invariants = {invariant(name = "E")}));
end M;
----
involute check MODEL
----
status 1
model.mo:5:39: error: this invariant has no 'expr = ...'
====
model M
  Real x;
equation
  der(x) = 1;
  annotation(__involute(invariants = {invariant(nam = "E", expr = x)}));
end M;
----
involute check MODEL
----
status 1
model.mo:5:55: error: an invariant is written invariant(name = "...", expr = ...)
====
model M
  Real x;
  Real E annotation(__involute(invariant = true));
equation
  der(x) = 1;
  E = x;
end M;
----
involute check MODEL
----
status 1
model.mo:3:8: error: 'E' has no value and cannot be an invariant; write Real E = ...
====
model M
  Real x;
  Real E annotation(__involute(constraint = true));
equation
  der(x) = 1;
  E = x;
end M;
----
involute check MODEL
----
status 1
model.mo:3:8: error: 'E' has no value and cannot be a constraint; write Real E = ...
====
model M
  Real x;
  Real E = x annotation(__involute(invariant = 1));
equation
  der(x) = 1;
end M;
----
involute check MODEL
----
status 1
model.mo:3:48: error: the entry 'invariant' must be true or false
====
model M
  Real x;
  Real E = x annotation(__involute(invarient = true));
equation
  der(x) = 1;
end M;
----
involute check MODEL
----
status 1
model.mo:3:36: error: __involute of a declaration has no entry 'invarient'; did you mean 'invariant'?
====
model M
  Real x;
  Real E = x annotation(__involute(invariant = true, constraint = true));
equation
  der(x) = 1;
end M;
----
involute check MODEL
----
status 1
model.mo:3:25: error: a value can be an invariant (it keeps its start value) or a constraint (it is zero), not both
====
model M
  Real x;
equation
  der(x) = 1 annotation(__involute(name = rod));
end M;
----
involute check MODEL
----
status 1
model.mo:4:43: error: the entry 'name' must be a string: "rod"
====
model M
  Real x;
equation
  der(x) = 1 annotation(__involute(invariant = true));
end M;
----
involute check MODEL
----
status 1
model.mo:4:36: error: __involute of an equation has no entry 'invariant'
====
model M
  Real x(start = 0, fixed = true), y = 2*x;
equation
  der(x) = 1;
  annotation(__involute(animation(points = {point(name = "P", x = "x", y = "yy"), point(name = "Q", x = y, y = 0),
    point(x = 0, y = 0), point(name = "R", x = 0), point(name = "S", x = 1, y = 1)}, links = {link(from = "S", to = "T")}, line = {})));
end M;
----
involute check MODEL
----
status 1
model.mo:5:76: error: there is no variable 'yy' to draw
model.mo:5:105: error: a coordinate must be constant, or a variable in quotes such as "x", but 'y' changes with time
model.mo:6:5: error: this point has no 'name = "..."'
model.mo:6:26: error: this point has no 'y = ...'
model.mo:6:117: error: the animation has no point 'T'
error: animation has no entry 'line'; did you mean 'links'?
!a link is written
====
model M
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  annotation(__involute(animation(points = {point(name = "A", x = "x", y = 0), point(name = "B", x = "x", y = 1),
    point(name = "C", x = 1, y = 1)}, bodies = {body(points = {"A", "B", "C"})})));
end M;
----
involute run MODEL --report page.html && grep -o '"bodies": .*' page.html
----
status 0
report in page.html
"bodies": [[0, 1, 2]]
====
// What plots show is checked where they stand; variables, their derivatives and discrete values are known.
model M
  Real x(start = 1, fixed = true), yy(start = 0, fixed = true), p[2];
  Boolean up = x > 0;
equation
  der(x) = yy;
  der(yy) = -x;
  p = {x, 2*x};
  annotation(__involute(plots = {plot(x = "x", y = "yy", title = "orbit"), plot(y = {"x", "der(yy)", "p[2]", "up"}, logY = true),
    plot(y = "yz"), plot(x = "x"), plot(y = x), plot(y = "x", logy = true),
    plot(x = "p", y = "der(q)", equal = 1), plott(y = "x")}));
end M;
----
involute check MODEL
----
status 1
model.mo:10:14: error: there is no variable 'yz' to draw; did you mean 'yy'?
model.mo:10:21: error: this plot has no 'y = "..."'
model.mo:10:45: error: what a plot shows is a string: "x"
model.mo:10:70: error: a plot is written plot(x = "x", y = {"y", ...}, title
model.mo:11:14: error: 'p' is an array; a plot names its elements: 'p[1]'
model.mo:11:23: error: there is no variable 'q' to draw
model.mo:11:41: error: 'equal' must be true or false
model.mo:11:45: error: expected plot(...) in the list of plots
!model.mo:9
====
// Points that are corners only.
model M
  Real x(start = 1, fixed = true);
equation
  der(x) = 1;
  annotation(__involute(animation(points = {point(name = "A", x = "x", y = 0, mark = 1), point(name = "B", x = "x", y = 0, mark = false, dot = 1)})));
end M;
----
involute check MODEL
----
status 1
model.mo:6:86: error: 'mark' must be true or false
error: a point is written point(name = "P", x = "x", y = "y", z = "z", trace = true, mark = false)
