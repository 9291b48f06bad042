// the message of an assertion is evaluated where it fails (specification 3.6, 8.3.7)
model M
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
  assert(x > 0.5, "x is " + String(x));
end M;
----
involute run MODEL --stop 2 --json; involute run MODEL --stop 2
----
status 3
"message": "t = 0.696
assertion failed: x is 0.498576
"where": "model.mo:6"
"t": 0.69
"stopped_by": "assert: x is 0.498576
model.mo:6:3: error: t = 0.696
: assertion failed: x is 0.498576
(assert: x is 0.498576
!failed: "x is "
====
// terminate: values after the event, of every type (3.7.1.1, 4.9.5.2)
model M
  type E = enumeration(low, high);
  parameter Integer p = 12;
  parameter String place = " in room " + String(p);
  Real x(start = 1, fixed = true);
  Integer n(start = 3, fixed = true);
  E e(start = E.low, fixed = true);
  Boolean b(start = true, fixed = true);
equation
  der(x) = -1;
  when x < 0.5 then
    n = pre(n) + 1;
    e = E.high;
    b = false;
    terminate("n " + String(n) + ", e " + String(e) + ", b " + String(b) + place);
  end when;
end M;
----
involute run MODEL --json; involute run MODEL --set p=7
----
status 0
"stopped_by": "terminate: n 4, e high, b false in room 12"
M: done at t = 0.5
(terminate: n 4, e high, b false in room 7)
====
// significantDigits, minimumLength, leftJustified by name and by place, and formats
model M
  parameter Real r = 200/3;
  parameter Integer n = 42;
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  when x > 0.5 then
    terminate("[" + String(r) + "][" + String(r, 3) + "][" + String(r, significantDigits = 10) + "]["
      + String(r, 3, 6) + "][" + String(r, 3, 6, false) + "][" + String(n, 5) + "]["
      + String(n, minimumLength = 5, leftJustified = false) + "][" + String(x > 0, 6) + "]["
      + String(r, format = "8.2f") + "][" + String(r, "-0.3e") + "][" + String(n, format = "05d") + "]["
      + String(n, format = "x") + "][" + String(-n) + "][" + String(1e10) + "]");
  end when;
end M;
----
involute run MODEL
----
status 0
(terminate: [66.6667][66.7][66.66666667][66.7  ][  66.7][42   ][   42][true  ][   66.67][6.667e+01][00042][2a][-42][1e+10])
====
// a choice between texts, and texts that functions take
function check
  input Real x;
  input String what;
  output Real y;
algorithm
  assert(x < 1.9, what + " is " + (if x > 1e6 then "far too high: " else "too high: ") + String(x));
  y := x^2;
end check;
model M
  Real x(start = 0, fixed = true), y;
equation
  der(x) = 1;
  y = check(x, "the level");
end M;
----
involute run MODEL --stop 2.5 --step 0.5 --method rk4
----
status 3
assertion failed: the level is too high: 1.90
(assert: the level is too high: 1.90
====
// a warning is not an end
model M
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  assert(x < 0.4, "x = " + String(x, 3), AssertionLevel.warning);
end M;
----
involute run MODEL --step 0.25 --method rk4
----
status 0
model.mo:6:3: warning: t = 0.40
(stop-time)
====
// an input that follows a table, in a message
model M
  input Real u;
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  when x > 0.5 then
    terminate("u is " + String(u));
  end when;
end M;
----
printf 'time,u\n0,1\n1,3\n' > u.csv; involute run MODEL --input u.csv
----
status 0
(terminate: u is 2)
====
model M
  Real x, y[2];
  parameter String s = "x is " + String(x);
equation
  der(x) = 1;
  der(y) = {1, 2};
  assert(x < 1, "x is " + x);
  assert(x < 1, "y is " + String(y));
  assert(x < 1, String(x, 3.5));
  assert(x < 1, String(x, format = "%5s"));
  assert(x < 1, String(x, digits = 3));
  assert(x < 1, String());
  assert(x < 1, String(x > 1, significantDigits = 3));
  assert(x < 1, String("x"));
end M;
----
involute check MODEL
----
status 1
model.mo:3:24: error: the value of 's' must not change with time, but 'x' does
model.mo:7:27: error: '+' cannot concatenate a String with Real; convert the value with String(...)
model.mo:8:27: error: 'String' takes one number, Boolean or enumeration value, found an array [2]
model.mo:9:27: error: 'significantDigits' of 'String' must be Integer, found Real
model.mo:10:36: error: the format of 'String' must be a constant string such as "8.3f"
model.mo:11:36: error: 'String' takes significantDigits, minimumLength, leftJustified, or a format, after the value, found 'digits'
model.mo:12:17: error: 'String' takes a value first, as in String(x)
model.mo:13:51: error: 'String' takes minimumLength, leftJustified after the value, found 'significantDigits'
model.mo:14:17: error: 'String' takes one number, Boolean or enumeration value, found String
====
// edge(b) = b and not pre(b), change(v) = v <> pre(v) (3.7.5), of expressions, too
model M
  Real h(start = 1, fixed = true);
  Boolean low = h < 0.5, both = edge(low and h < 0.4);
  Integer fallen(start = 0, fixed = true), crossed(start = 0, fixed = true),
    risen(start = 0, fixed = true), steps(start = 0, fixed = true), twice(start = 0, fixed = true);
equation
  der(h) = -0.5;
  when edge(h <= 0.5) then
    fallen = pre(fallen) + 1;
  end when;
  when change(cos(10*time) > 0) then
    crossed = pre(crossed) + 1;
  end when;
  when edge(cos(10*time) > 0) then
    risen = pre(risen) + 1;
  end when;
  when change(integer(3.5*time)) then
    steps = pre(steps) + 1;
  end when;
  when both then
    twice = pre(twice) + 1;
  end when;
end M;
----
involute run MODEL --stop 1.95 --output a.csv; head -1 a.csv
----
status 0
fallen    1
crossed   6
risen     3
steps     6
twice     1
time,h,der(h),low,both,fallen,crossed,risen,steps,twice
====
// a ball that bounces on an expression
model M
  Real h(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(h) = v;
  der(v) = -9.81;
  when edge(h <= 0) then
    reinit(v, -0.5*pre(v));
  end when;
end M;
----
involute run MODEL --stop 0.6
----
status 0
h <= 0
  h        0.220702
====
model M
  Real h;
  Integer n;
equation
  der(h) = -1;
  when pre(h <= 0) then
    n = 1;
  elsewhen change(2*h) then
    n = 2;
  elsewhen edge(h) then
    n = 3;
  end when;
end M;
----
involute check MODEL
----
status 1
model.mo:6:8: error: 'pre' takes a variable, found 'h <= 0'; declare one with this value: Boolean v = h <= 0
model.mo:8:12: error: 'change' takes a variable, found '2*h'; declare one with this value: Real v = 2*h
model.mo:10:12: error: 'edge' takes a Boolean, found Real
====
// discrete variables need discrete-time expressions (3.8.3, 8.5): noEvent and sign make no events
model M
  input Real u;
  Real x(start = 0, fixed = true);
  Boolean b = noEvent(x > 0.5), c(start = false, fixed = true), e, f;
  Integer s = sign(x), n = if noEvent(x > 1) and x > 2 then 1 else 2;
  discrete Real d, g;
equation
  der(x) = 1;
  d = 2*x;
  g = u;
  if noEvent(x > 1) then
    e = true;
  else
    e = false;
  end if;
  when noEvent(x > 0.5) then
    c = true;
  end when;
algorithm
  f := noEvent(x > 1);
end M;
----
involute check MODEL
----
status 1
model.mo:5:11: error: 'b' is Boolean and changes at events only, but 'noEvent(x > 0.5)' changes without an event; write the comparison without noEvent
model.mo:6:11: error: 's' is Integer and changes at events only, but 'sign(x)' changes without an event; write 'if x > 0 then 1 elseif x < 0 then -1 else 0'
model.mo:6:24: error: 'n' is Integer and changes at events only, but 'noEvent(x > 1)' changes
model.mo:10:3: error: 'd' is discrete and changes at events only, but 'x' changes without an event; assign it in 'when', or declare it without 'discrete'
model.mo:11:3: error: 'g' is discrete and changes at events only, but 'u' changes
model.mo:13:5: error: 'e' is Boolean and changes at events only, but 'noEvent(x > 1)' changes
model.mo:21:3: error: 'f' is Boolean and changes at events only
model.mo:17:8: error: the condition of 'when' needs an event where it becomes true, but 'noEvent(x > 0.5)' changes without one; write the comparison without noEvent
====
// what is discrete-time: comparisons, integer, floor, div of anything; arithmetic and noEvent of what is discrete
model M
  input Real u;
  Real x(start = 0, fixed = true);
  Boolean c(start = false, fixed = true), e, f, ok = noEvent(n > 2);
  Integer s = integer(x), n = if x > 1 and x > 2 then 1 else 2, k = mod(n, 2), l = abs(n - 7), m = sign(n);
  discrete Real d = if x > 1 then 3 else 4, g = floor(u);
equation
  der(x) = 1;
  when x > 0.5 and u < 2 then
    c = true;
  end when;
  if x > 1 then
    e = true;
  else
    e = false;
  end if;
algorithm
  f := x > 1;
  if x > 2 then
    f := false;
  end if;
end M;
----
involute check MODEL
----
status 0
well formed
====
// one clause defines a variable (8.3.5.4)
model M
  Real x = time;
  Boolean c(start = false, fixed = true);
equation
  when x > 0.5 then
    c = true;
  end when;
  when x > 0.7 then
    c = false;
  end when;
end M;
----
involute check MODEL
----
status 1
model.mo:10:5: error: 'c' is defined in two 'when' clauses, here and on line 7; combine them with 'elsewhen'
====
// once in each branch (8.3.5.4)
model M
  Real x(start = 0, fixed = true);
  Integer n, m, k, l[2];
equation
  der(x) = 1;
  when x > 0.5 then
    n = 1;
  elsewhen x > 3 then
    m = 2;
    reinit(x, 0);
  end when;
  when x > 2 then
    if x > 3 and n > 1 then
      l[1] = 1;
      l[2] = 2;
    elseif x > 2 then
      l = {3, 4};
    else
      l = {1, 1};
    end if;
    k = 2;
    k = 3;
  end when;
end M;
----
involute check MODEL
----
status 1
model.mo:23:5: error: 'k' is defined twice in this 'when', first on line 22
!'l
====
// in an algorithm, values are assigned one after the other
model M
  Real x = time;
  Integer n(start = 0, fixed = true), m(start = 0, fixed = true);
algorithm
  when x > 0.3 then
    n := 1;
  elsewhen x > 0.8 then
    m := 2;
  end when;
  when x > 0.5 then
    n := 5;
    n := n + 2;
  end when;
end M;
----
involute run MODEL
----
status 0
  n      7
  m      2
====
// a variable of 'when' has no other equation
model M
  Real x, d;
  Integer n = 3;
  Boolean b;
equation
  der(x) = 1;
  b = x > 1;
  d = 3;
  when x > 0.5 then
    n = 1;
    d = x;
    b = true;
  end when;
end M;
----
involute check MODEL
----
status 1
model.mo:4:11: error: 'n' is assigned in 'when', so 'n = 3' is a second equation for it; to set its first value, write n(start = ...)
model.mo:8:3: error: 'b' is assigned in 'when', so 'b = x > 1' is a second equation for it
model.mo:9:3: error: 'd' is assigned in 'when', so 'd = 3' is a second equation for it
====
// a state is changed by reinit (8.3.6)
model M
  Real h(start = 1, fixed = true), v(start = 0, fixed = true), x;
equation
  der(h) = v;
  der(v) = -9.81;
  der(x) = 1;
  when h < 0 then
    v = -0.8*pre(v);
  end when;
algorithm
  when h < 0 then
    x := 1;
  end when;
end M;
----
involute check MODEL
----
status 1
model.mo:9:5: error: 'v' is a state because line 6 differentiates it; an equation in 'when' cannot change it: write reinit(v, ...)
model.mo:13:5: error: 'x' is a state because line 7 differentiates it; an equation in 'when' cannot change it: write reinit(x, ...)
====
model M
  discrete Real d;
  Integer n;
  Real x;
equation
  der(d) = 1;
  der(n) = 2;
  der(n*x) = 1;
  when time > 1 then
    d = 1;
    n = 2;
  end when;
end M;
----
involute check MODEL
----
status 1
model.mo:6:3: error: 'd' is discrete: it changes at events only and has no derivative
model.mo:7:3: error: 'n' is Integer: it changes at events only and has no derivative
!model.mo:8
====
// an unknown without equation in a branch (8.3.4): the model starts in the other one
model M
  Real x(start = 0, fixed = true), y;
equation
  der(x) = 1;
  if x < 0.5 then
    y = 3;
  end if;
end M;
----
involute check MODEL
----
status 1
model.mo:6:3: error: this 'if' has no 'else', and nothing determines 'y' where 'x < 0.5' does not hold; add 'else' with an equation for it
====
model M
  Real x(start = 0, fixed = true), y, z;
equation
  der(x) = 1;
  y + z = 3;
  if x < 0.5 then
    y = 3;
  elseif x < 1 then
    y = z;
  end if;
end M;
----
involute check MODEL
----
status 1
model.mo:6:3: error: this 'if' has no 'else', and nothing determines 'y' where none of its conditions holds; add 'else' with an equation for it
====
// inside of another one; discrete variables
model M
  Real x(start = 0, fixed = true), y;
  Boolean b;
equation
  der(x) = 1;
  if x < 0.5 then
    b = true;
    if x < 0.2 then
      y = 1;
    end if;
  else
    b = false;
    y = 2;
  end if;
end M;
----
involute check MODEL
----
status 1
model.mo:9:5: error: this 'if' has no 'else', and nothing determines 'y' where 'x < 0.2' does not hold
====
model M
  Real x(start = 0, fixed = true);
  Boolean b;
  Integer n;
equation
  der(x) = 1;
  if x < 0.5 then
    b = true;
    n = 2;
  elseif x < 1 then
    b = false;
  else
    b = true;
    n = 1;
  end if;
end M;
----
involute check MODEL
----
status 1
model.mo:7:3: error: nothing determines 'n' in the branch of 'x < 1'; give it an equation there, as in the other branches
====
// branches that determine different unknowns, what parameters decide, and two halves of one choice
model M
  parameter Boolean p = true;
  Real x(start = 0, fixed = true), y, z, i, v;
  Boolean open = v < 0;
equation
  der(x) = 1;
  if x < 0.5 then
    assert(x > -1, "low");
  end if;
  if x < 0.5 then
    y = 1;
  end if;
  if not x < 0.5 then
    y = 2;
  end if;
  if p then
    z = x;
  end if;
  if open then
    i = 0;
  else
    v = 0;
  end if;
  v + i = sin(time);
end M;
----
involute run MODEL
----
status 0
  y        2
====
// branches without events are paired by their unknowns, wherever the equations stand
model M
  Real x, y;
equation
  if noEvent(time < 0.5) then
    x = 0;
    y = 1;
  else
    0 = y;
    1 = x;
  end if;
end M;
----
involute run MODEL
----
status 0
  x      1
  y      0
====
model M
  Real x(start = 1), y(start = 0), F, z;
equation
  if noEvent(time < 0.5) then
    der(der(x)) = -F*x;
    0 = z - 2;
    x^2 + y^2 = 1;
    der(der(y)) = -F*y - 9.81;
  else
    1 - x^2 = y^2;
    der(der(y)) = -F*y - 9.81;
    F*x = -der(der(x));
    3 = z;
  end if;
end M;
----
involute run MODEL --rtol 1e-9
----
status 0
M: done
  x            -0.98629
  z             3
====
// first values of discrete variables: x = e and pre(x) = e (8.6)
model M
  type E = enumeration(low, high);
  discrete Real d(start = -1), g;
  Integer n, m;
  Boolean b;
  E e;
initial equation
  pre(d) = 2.5;
  g = 4;
  pre(n) = 3;
  m = 7;
  b = true;
  pre(e) = E.high;
equation
  when time > 0.5 then
    d = pre(d) + 1;
    g = pre(g) + d;
    n = pre(n) + 1;
    m = pre(m) + n;
    b = not pre(b);
    e = if pre(e) == E.high then E.low else E.high;
  end when;
end M;
----
involute run MODEL
----
status 0
  d      3.5
  g      7.5
  n      4
  m      11
  b      0
  e      1
====
// the same by an initial algorithm, and a parameter
model M
  parameter Real p(fixed = false);
  Real x;
  Integer n;
  discrete Real d;
  Boolean b;
initial algorithm
  n := 1;
  for i in 1:3 loop
    n := n*i;
  end for;
  p := 2*n;
  x := p + 1;
  if n > 3 then
    b := true;
  else
    b := false;
  end if;
  d := n + 0.5;
equation
  der(x) = -1;
  when x < 12.5 then
    n = pre(n) + 1;
    d = pre(d) + 1;
    b = not pre(b);
  end when;
end M;
----
involute run MODEL
----
status 0
  x        12
  n        7
  d        7.5
  b        0
====
// what a newcomer writes
model M
  Integer n, m, k[2];
  Real x;
  Boolean b;
equation
  der(x) = b;
  b = x > 1;
  m = x;
  when sample(0, 0.1) then
    n = n + 1;
    k = {k[2], k[2] + 1};
  end when;
end M;
----
involute check MODEL
----
status 1
model.mo:7:3: error: both sides of an equation must be numbers; here the left side is Real and the right side Boolean; to convert a Boolean to a number, write 'if ... then 1 else 0'
model.mo:11:5: error: 'n' is defined in terms of itself; write pre(n) for its value before the event
model.mo:12:5: error: 'k[2]' is defined in terms of itself; write pre(k[2]) for its value before the event
====
model M
  Integer m;
  Real x;
equation
  der(x) = 1;
  m = x;
end M;
----
involute check MODEL
----
status 1
model.mo:2:11: error: 'm' is Integer and changes at events only, but no equation or 'when' gives it a value; declare a fixed value with 'parameter', or convert a Real with integer(x)
====
model M
  Real x;
  Integer n;
equation
  der(x) = 1;
  when x = 0.5 then
    n = 1;
  end when;
end M;
----
involute check MODEL
----
status 1
model.mo:6:10: error: expected 'then' after the condition of 'when', found '='; a comparison is written with '=='
====
// a branch with as many equations as the others may leave something open that no run comes to
model M "a port that is not connected: its flow is 0 wherever it is asked for"
  Real level(start = 1, fixed = true), p, q;
  Boolean was(start = false, fixed = true);
equation
  der(level) = q - 0.5*level;
  q = 0;
  was = q < -1;
  if level > 0.1 then
    p = 1 + level;
  else
    if pre(was) then
      q = 0;
    else
      p = 1;
    end if;
  end if;
end M;
----
involute run MODEL --stop 8
----
status 0
model.mo:12:5: note: nothing determines 'p' in the branch of 'pre(was)', where other equations of the model say the same
  p            1
