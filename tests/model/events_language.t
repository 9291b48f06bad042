model M
  Real h(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(h) = v;
  der(v) = -9.81;
  when h < 0 then
    reinit(v, -0.8*pre(v));
  end when;
end M;
----
involute check MODEL
----
status 0
well formed
====
model M
  Real x;
  Boolean b;
  Integer n(start = 1);
  discrete Real d;
equation
  der(x) = if b then 1 else d;
  b = x > 1 and not initial();
  when {edge(b), sample(0, 0.1)} then
    n = pre(n) + 1;
    d = x;
  elsewhen change(b) then
    n = 0;
    d = pre(d);
  end when;
end M;
----
involute check MODEL
----
status 0
well formed
====
model M
  Real x;
  Real y;
equation
  der(x) = y;
  when sample(0, 1) then
    y = x;
  end when;
end M;
----
involute check MODEL
----
status 0
well formed
====
model M
  Real x;
  Boolean b = x > 0;
  Integer k = if b then 1 else 2;
equation
  der(x) = k;
end M;
----
involute check MODEL
----
status 0
well formed
====
model M
  type E = enumeration(off, on);
  Real x;
  E e(start = E.off, fixed = true);
equation
  der(x) = if e == E.on then 1 else 2;
  when x > 1 then
    e = E.on;
  end when;
end M;
----
involute check MODEL
----
status 0
well formed
====
model M
  Real x[3], s[3];
equation
  der(x) = ones(3);
  when time > 1 then
    s = x;
    for i in 1:3 loop
      reinit(x[i], i);
    end for;
    if x[1] > 0 then
      assert(x[2] > 0, "low", AssertionLevel.warning);
    elseif x[2] > 1 then
      terminate("done");
    end if;
  end when;
end M;
----
involute check MODEL
----
status 0
well formed
====
model M
  Real x;
  Boolean a, b;
equation
  der(x) = 1;
  a = b;
  a = x > 1;
end M;
----
involute check MODEL
----
status 0
well formed
====
model M
  Real x;
  Boolean b(start = true);
equation
  der(x) = 1;
  assert(x < 10, "x is " + String(x), level = AssertionLevel.error);
  b = pre(b) and x < 1;
end M;
----
involute check MODEL
----
status 0
well formed
====
model M
  Real i, v;
  Boolean open = v < 0;
equation
  if open then
    i = 0;
  else
    v = 0;
  end if;
  v + i = sin(time);
end M;
----
involute check MODEL
----
status 0
well formed
====
model M
  Real x, y;
equation
  der(x) = 1;
  if x > 1 then
    y = 2;
  else
    y = 3;
  end if;
end M;
----
involute analyze MODEL
----
status 0
if x > 1 then y = 2 else y = 3
====
model M
  final parameter Boolean fancy = false;
  Real x, y;
equation
  der(x) = 1;
  if fancy then
    y = 1;
    y = 2;
  else
    y = 3;
  end if;
end M;
----
involute analyze MODEL
----
status 0
2 equations, 2 unknowns
====
model M
  parameter Boolean fancy = false annotation(Evaluate = true);
  Real x, y;
equation
  der(x) = 1;
  if fancy then
    y = 1;
    y = 2;
  else
    y = 3;
  end if;
end M;
----
involute analyze MODEL
----
status 0
2 equations, 2 unknowns
====
// What chose a branch when the model was read cannot be changed afterwards.
model M
  parameter Boolean fancy = false annotation(Evaluate = true);
  Real x;
equation
  if fancy then
    x = 1;
  else
    x = 2;
  end if;
end M;
----
involute run MODEL --set fancy=true
----
status 2
error: 'fancy' cannot be set: it determined sizes, subscripts, branches or tables when the model was read
====
model M
  Real x(start = 0, fixed = true);
  Integer n;
  discrete Real d;
equation
  der(x) = n + d;
algorithm
  when x > 1 then
    n := n + 1;
    if x > 2 then
      n := 2*n;
    end if;
    d := n;
  elsewhen terminal() then
    terminate("end");
  end when;
end M;
----
involute check MODEL
----
status 0
well formed
====
model M
  Real x;
  Boolean b;
initial equation
  pre(b) = false;
  x = 1;
equation
  der(x) = 1;
  when x > 1 then
    b = true;
  end when;
end M;
----
involute check MODEL
----
status 0
well formed
====
model M
  Real x(start = -1);
  parameter equation guess(x) = 2.5 "better";
equation
  x^2 = 9;
end M;
----
involute check MODEL
----
status 0
well formed
====
model M
  Real x;
equation
  der(x) = noEvent(if x > 0 then 1 else 2) + smooth(1, x) + homotopy(x, 1);
end M;
----
involute check MODEL
----
status 0
well formed
====
model M
  input Boolean u;
  input Real w[2];
  Real x;
equation
  der(x) = if u then w[1] else w[2];
end M;
----
involute check MODEL
----
status 0
well formed
====
model M
  Real x;
equation
  when x > 1 then
    y = 1;
  end when;
  der(x) = 1;
end M;
----
involute check MODEL
----
status 1
unknown name 'y'
====
model M
  Real x;
  parameter Real p = 1;
equation
  when x > 1 then
    p = 1;
  end when;
  der(x) = 1;
end M;
----
involute check MODEL
----
status 1
'p' is a parameter; an equation in 'when' defines a discrete variable, and reinit(x, ...) changes a continuous one
====
model M
  Real x;
  Boolean b;
equation
  when x > 1 then
    b = 1;
  end when;
  der(x) = 1;
end M;
----
involute check MODEL
----
status 1
'b' is Boolean and cannot become Integer
====
model M
  Real x;
  discrete Real d[2];
equation
  when x > 1 then
    d = {1, 2, 3};
  end when;
  der(x) = 1;
end M;
----
involute check MODEL
----
status 1
'd' has the size [2] and cannot become [3]
====
model M
  Real x;
  Boolean b;
equation
  when x > 1 then
    reinit(b, true);
  end when;
  der(x) = 1;
end M;
----
involute check MODEL
----
status 1
the new value of 'reinit' must be a number
====
model M
  Real x;
  Integer n;
equation
  when x > 1 then
    reinit(n, 1);
  end when;
  der(x) = 1;
end M;
----
involute check MODEL
----
status 1
'reinit' changes continuous variables; 'n' is discrete
====
model M
  Real x;
equation
  when x > 1 then
    reinit(x, {1, 2});
  end when;
  der(x) = 1;
end M;
----
involute check MODEL
----
status 1
'reinit' gives 'x' a value of another size
====
model M
  Real x;
equation
  when x > 1 then
    reinit(x);
  end when;
  der(x) = 1;
end M;
----
involute check MODEL
----
status 1
'reinit' takes 2 arguments, found 1
====
model M
  Real x;
equation
  when x > 1 then
    reinit(x + 1, 2);
  end when;
  der(x) = 1;
end M;
----
involute check MODEL
----
status 1
'reinit' needs a variable, found 'x + 1'
====
model M
  Real x;
equation
  when x > 1 then
    2*x = 1;
  end when;
  der(x) = 1;
end M;
----
involute check MODEL
----
status 1
the left side of an equation in 'when' needs a variable, found '2*x'
====
model M
  Real x;
equation
  when x > 1 then
    x > 1;
  end when;
  der(x) = 1;
end M;
----
involute check MODEL
----
status 1
expected x = ..., reinit, assert or terminate in 'when'
====
model M
  Real x;
equation
  when x > 1 then
    when x > 2 then
    reinit(x, 1);
    end when;
  end when;
  der(x) = 1;
end M;
----
involute check MODEL
----
status 1
'when' is not allowed inside 'when'
====
model M
  Real x;
equation
  der(x) = 1;
  if x > 0 then
    when x > 1 then
      reinit(x, 0);
    end when;
  end if;
end M;
----
involute check MODEL
----
status 1
'when' inside an 'if' requires that the condition of the 'if' is constant
====
model M
  Real x;
equation
  der(x) = 1;
  when x then
    reinit(x, 0);
  end when;
end M;
----
involute check MODEL
----
status 1
the condition of 'when' must be Boolean or an array of conditions, found Real
====
model M
  Real x;
equation
  der(x) = 1;
  when x > 1 then
    reinit(x, 0);
  else
    reinit(x, 1);
  end when;
end M;
----
involute check MODEL
----
status 1
expected 'end' of the 'when', found 'else'
====
model M
  Real x;
equation
  der(x) = 1;
  when x > 1 then
    reinit(x, 0);
  end if;
end M;
----
involute check MODEL
----
status 1
the 'when' on line 5 has no 'end when'
====
model M
  Real x;
initial equation
  when x > 1 then
    reinit(x, 0);
  end when;
equation
  der(x) = 1;
end M;
----
involute check MODEL
----
status 1
'when' is not allowed in an initial equation
====
model M
  Real x;
  Boolean a, b;
equation
  der(x) = 1;
  a and b = x > 1;
end M;
----
involute check MODEL
----
status 1
an equation between Boolean values must have, alone on one side, a variable that is not assigned in 'when'
====
model M
  Real x;
  Boolean a;
equation
  der(x) = 1;
  a = x > 1;
  a = x > 2;
end M;
----
involute check MODEL
----
status 1
the variables of 'a = x > 2' are already defined by other equations
====
model M
  Real x;
  Integer n;
equation
  der(x) = 1;
  n = 2*x;
end M;
----
involute check MODEL
----
status 1
'n' is Integer and changes at events only, but no equation or 'when' gives it a value; declare a fixed value with 'parameter'
====
model M
  Real x;
  Boolean b;
equation
  der(x) = 1;
  b = 1;
end M;
----
involute check MODEL
----
status 1
here the left side is Boolean and the right side Integer
====
model M
  Real x;
equation
  der(x) = pre(2*x);
end M;
----
involute check MODEL
----
status 1
'pre' takes a variable, found '2*x'
====
model M
  Real x;
equation
  der(x) = if edge(x) then 1 else 2;
end M;
----
involute check MODEL
----
status 1
'edge' takes a Boolean, found Real
====
model M
  Real x;
equation
  der(x) = if sample(x, 1) then 1 else 2;
end M;
----
involute check MODEL
----
status 1
'sample' takes parameters, but 'x' changes with time
====
model M
  Real x;
equation
  der(x) = if sample(0, 0) then 1 else 2;
end M;
----
involute check MODEL
----
status 1
the interval of 'sample' must be positive, found 0
====
model M
  Real x;
equation
  der(x) = if initial(1) then 1 else 2;
end M;
----
involute check MODEL
----
status 1
'initial' takes 0 arguments, found 1
====
model M
  Real x;
equation
  der(x) = 1;
  assert(x, "m");
end M;
----
involute check MODEL
----
status 1
the condition of 'assert' must be Boolean, found Real
====
model M
  Real x;
equation
  der(x) = 1;
  assert(x > 1);
end M;
----
involute check MODEL
----
status 1
an assertion is written assert(condition, "message")
====
model M
  Real x;
equation
  der(x) = 1;
  assert(x > 1, 2);
end M;
----
involute check MODEL
----
status 1
the message must be String, found Integer
====
model M
  Real x;
equation
  der(x) = 1;
  assert(x > 1, "m", AssertionLevel.fatal);
end M;
----
involute check MODEL
----
status 1
expected AssertionLevel.error or AssertionLevel.warning, found 'AssertionLevel.fatal'
====
model M
  parameter Real p = 1;
  constant Real c = 2;
  Real x;
equation
  der(x) = 1;
  assert(c < 1, "c is high");
end M;
----
involute check MODEL
----
status 1
this assertion never holds: c is high
====
model M
  Real x;
  Boolean b;
initial equation
  b = x > 1;
equation
  der(x) = 1;
  when x > 1 then
    b = true;
  end when;
end M;
----
involute run MODEL --stop 0.5 && involute run MODEL --stop 0.5 --set x=2
----
status 0
b         0
b         1
====
model M
  Real x;
  parameter equation guess(x) = time;
equation
  der(x) = 1;
end M;
----
involute check MODEL
----
status 1
the guess of 'x' must not change with time
====
model M
  Real x;
  parameter equation gess(x) = 1;
equation
  der(x) = 1;
end M;
----
involute check MODEL
----
status 1
expected 'guess(x) = ...' after 'parameter equation', found 'gess'
====
model M
  Real x;
algorithm
  if x > 0 then
    when x > 1 then
      x := 1;
    end when;
  end if;
end M;
----
involute check MODEL
----
status 1
'when' is not allowed inside an 'if' whose condition is not constant
====
// an equation with a discrete variable that has another one defines the other side
model M
  Integer n = integer(2.5*x);
  discrete Real r, d;
  Real c, x(start = 1, fixed = true);
equation
  der(x) = 1;
  r = n;
  d = c;
  d = floor(x);
end M;
----
involute run MODEL --stop 1.5 --output o.csv > log; tail -1 o.csv | cut -d, -f 2,5-
----
status 0
2,6,6,2
====
// A model of discrete variables alone: a clock counts, and nothing else moves.
model Counter
  Integer n(start = 0, fixed = true);
  discrete Real s(start = 1, fixed = true);
equation
  when sample(0, 0.1) then
    n = pre(n) + 1;
    s = pre(s)/2 + time;
  end when;
end Counter;
----
involute analyze MODEL && involute run MODEL --stop 0.25 --max-step 0.1 --every 0.05 --output out.csv && cat out.csv
----
status 0
structure  0 equations, 0 unknowns; index 0, 0 degrees of freedom
initial point
  n      1
  s      0.5
done at t = 0.25
events     2, the last at t = 0.2
final values
  n      3
  s      0.375
time,n,s
0,1,0.5
0.050000000000000003,1,0.5
0.15000000000000002,2,0.34999999999999998
0.25,3,0.375
====
// The same for a condition on time, with an end, backward in time and with constant steps.
model Alarm
  Boolean rings = time > 0.5;
equation
  when rings then
    terminate("awake");
  end when;
end Alarm;
----
involute run MODEL --quiet --steps --output - --step 0.2 && involute run MODEL --start 0.4 --stop 0 | grep -E 'done|rings'
----
status 0
time,rings
0,0
0.20000000000000001,0
0.40000000000000002,0
0.5000000000
,1
done at t = 0
rings   0
====
model M
  Integer n;
equation
  when time > 0.5 then
    n = 1;
  end when;
  time = 2*time;
end M;
----
involute run MODEL
----
status 1
model.mo:7:3: error: this equation contains no unknown: time = 2*time
====
// what events cannot settle: circles of assignments, equations that contradict themselves, a clock without an interval
model M
  Integer a(start = 0, fixed = true), b(start = 0, fixed = true);
equation
  when time > 0.5 then
    a = b + 1;
    b = a + 1;
  end when;
end M;
----
involute run MODEL
----
status 3
model.mo:5:8: error: t = 0.5: the variables assigned in when time > 0.5 depend on each other cyclically
note: this is the mode at t = 0.5: the only one
====
model M
  Boolean a = time < 0.5 or not b, b = time > 0.5 and a;
end M;
----
involute run MODEL
----
status 3
model.mo:2:11: error: t = 0.5: the discrete equations contradict each other; b does not settle
====
model M
  parameter Real T = 0;
  Integer n(start = 0, fixed = true);
equation
  when sample(0, T) then
    n = pre(n) + 1;
  end when;
end M;
----
involute run MODEL
----
status 1
model.mo:5:8: error: sample(0, 0): the interval must be positive
====
// two clauses that set each other off without end
model M
  Boolean b(start = false, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  when {time > 0.5, change(n)} then
    b = not pre(b);
  end when;
  when change(b) then
    n = pre(n) + 1;
  end when;
end M;
----
involute run MODEL --stop 1
----
status 0
  b      1
  n      1
====
model M
  Integer n(start = 0, fixed = true);
equation
  when {time > 0.5, pre(n) > 0 and n == pre(n)} then
    n = pre(n) + 1;
  end when;
end M;
----
involute run MODEL --stop 1
----
status 3
error: t = 0.5: the variables assigned in when {time > 0.5, pre(n) > 0 and n == pre(n)} depend on each other cyclically; n does not settle
====
model M "abs under der makes variables of its own before there is a point"
  parameter Integer n = 4;
  Real q[n](start = {i for i in 1:n}, each fixed = true), v[n];
equation
  der(abs(q)) = v;
  for i in 1:n loop
    der(v[i]) = -q[i];
  end for;
end M;
----
involute run MODEL
----
status 0
M: done
====
----
sed 's/der(q) = v;/der(abs(q)) = v;/' $ROOT/models/ChainEnergy.mo > c.mo; involute run c.mo
----
status 1
error
====
// What is made of states is continuous, also where its derivative is a coordinate.
model Ramp
  Real a(start = 1, fixed = true), b(start = 2, fixed = true), difference, f, g;
equation
  f = if time < 0.3 then 1 else -4;
  difference = 3*a - b;
  der(a) = f + g;
  der(b) = -b - g;
  der(difference) = 2 - difference;
end Ramp;
----
involute run MODEL --ambient first-order --stop 1; involute run $ROOT/tests/reference/BaseStepNetwork.mo --ambient first-order
----
status 0
difference        1.63212055
done at t = 3
!jump
====
// A short visit beyond a level is seen where it lies in the first bit of a step, too.
model Peaks
  Real x(start = 0, fixed = true), y(start = 1, fixed = true);
  discrete Integer n(start = 0, fixed = true);
equation
  der(x) = y;
  der(y) = -x;
  when x > 0.999999 then
    n = pre(n) + 1;
  end when;
end Peaks;
----
involute run MODEL --stop 31.4 --rtol 1e-8 --method radau
----
status 0
events     10
  n        5
====
// The condition of 'elseif' counts where those before it do not hold: no subscript is asked for elsewhere.
model Choices
  Real x(start = 0, fixed = true), y;
  discrete Real d(start = 0), f(start = 0);
  Integer k(start = 0);
  parameter Real a[2] = {1, 2};
equation
  der(x) = 1;
  if k < 1 then
    y = 1;
  elseif a[k] > 1.5 then
    y = 2;
  else
    y = 3;
  end if;
  when time > 0.4 then
    if x > 2 or k < 1 then
      d = 1;
    elseif a[k] > 1.5 then
      d = 2;
    else
      d = 3;
    end if;
  end when;
  when time > 0.6 then
    k = 2;
  end when;
  when time > 0.8 then
    if x > 2 then
      f = 1;
    elseif a[k] > 1.5 then
      f = 2;
    else
      f = 3;
    end if;
  end when;
end Choices;
----
involute run MODEL --stop 1
----
status 0
  y        2
  d        1
  f        2
====
// Where it is asked for, it is.
model Choices
  Real x(start = 0, fixed = true);
  discrete Real d(start = 0);
  Integer k(start = 0);
  parameter Real a[2] = {1, 2};
equation
  der(x) = 1;
  when time > 0.5 then
    if x > 2 then
      d = 1;
    elseif a[k] > 1.5 then
      d = 2;
    else
      d = 3;
    end if;
  end when;
  when time > 2 then
    k = 2;
  end when;
end Choices;
----
involute run MODEL --stop 1
----
status 3
model.mo:12:12: error: t = 0.5: assertion failed: subscript 1 of 'a' is 0, outside of 1:2
====
// terminate() at the start: nothing follows.
model Ends
  Integer n(start = 0, fixed = true);
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
  when {initial(), sample(0.5, 0.5)} then
    n = pre(n) + 1;
    if n == 1 then
      terminate("enough");
    end if;
  end when;
end Ends;
----
involute run MODEL; sed 's/n == 1/n == 2/' MODEL >later.mo; involute run later.mo; for o in '--by arclength --length 1' '--step 0.1 --method rk4' '--method radau'; do involute run MODEL $o | grep done; done
----
status 0
Ends: done at t = 0 (terminate: enough)
  n        1
Ends: done at t = 0.5 (terminate: enough)
  n        2
====
// The range of a subscript is asserted at all times, wherever in a clause it stands.
model M
  Integer k(start = 1);
  Real x(start = 0, fixed = true), v[2] = {x, 2*x}, w;
equation
  der(x) = 1;
  k = if x > 0.25 then 2 else 1;
algorithm
  when x > 0.5 then
    w := 1;
  elsewhen v[k] > 1.6 then
    w := 2;
  end when;
end M;
----
involute run MODEL --stop 1 --every 0.5 --quiet --output -; sed 's/v\[k\]/v[k + 1]/' MODEL >past.mo; involute run past.mo --stop 1 --quiet
----
status 3
,1,2,1
,1,2,2
past.mo:11:12: error: t = 0.25: assertion failed: subscript 1 of 'v' is 3, outside of 1:2
====
// So it does in algorithms, in those of 'when', in functions and in loops.
function level
  input Real a[3];
  input Integer k;
  output Real y;
algorithm
  if k > 3 then
    y := -1;
  elseif a[k] > 1.5 then
    y := a[k];
  else
    y := 0;
  end if;
end level;
function total
  input Real a[3];
  input Integer k;
  output Real y = 0;
protected
  Integer j = 0;
algorithm
  while j < k and y < 100 loop
    j := j + 1;
    if j > 3 then
      y := y + 1;
    elseif a[j] > 1.5 then
      y := y + a[j];
    else
      y := y + 0.5;
    end if;
  end while;
end total;
model Choices
  Real a[3] = {1, 2, 3};
  Integer k(start = 1, fixed = true), n(start = 1, fixed = true);
  Real y, z = level(a, k), u = total(a, k);
  discrete Real d(start = 0, fixed = true);
equation
  when sample(0.2, 0.2) then
    k = pre(k) + 1;
  end when;
algorithm
  if k > 3 then
    y := -1;
  elseif a[k] > 1.5 then
    y := a[k];
  else
    y := 0;
  end if;
algorithm
  when sample(0.2, 0.2) then
    n := pre(n) + 1;
    if n > 3 then
      d := -2;
    elseif a[n] > 1.5 then
      d := a[n];
    else
      d := 0;
    end if;
  end when;
end Choices;
----
involute run MODEL --stop 1
----
status 0
  y     -1
  z     -1
  u      8.5
  k      6
  n      6
  d     -2
====
// The condition of 'elsewhen' is no part of the branch before it.
model Outside
  Real a[2] = {1, 2};
  Integer k(start = 0), n(start = 0, fixed = true);
equation
  k = if time > 0.5 then 3 else 1;
algorithm
  when time > 2 then
    n := 1;
  elsewhen a[k] > 1.5 then
    n := n + 1;
  end when;
end Outside;
----
involute run MODEL --stop 1
----
status 3
t = 0.5: assertion failed: subscript 1 of 'a' is 3, outside of 1:2
====
// edge and change of an expression in a 'when' of an algorithm: what statements made of it so far, and what it was before the event.
model Changes
  Integer k(start = 0, fixed = true), c(start = 0, fixed = true), o(start = 0, fixed = true);
algorithm
  when sample(0.25, 0.25) then
    k := pre(k) + 1;
    if change(div(k, 2)) then
      c := c + 1;
    end if;
    if edge(k == 2) then
      o := pre(o) + 1;
    end if;
  end when;
end Changes;
----
involute run MODEL --stop 1
----
status 0
  k      4
  c      2
  o      1
====
// Subscripts in pre are those of the moment: pre(n[k]) with a k that has been assigned, pre(n[pre(k)]), parts.
model Parts
  Integer n[3](start = {1, 2, 3}, each fixed = true), k(start = 1, fixed = true);
  Integer s(start = 0, fixed = true), m(start = 0, fixed = true), q(start = 0, fixed = true);
algorithm
  when sample(0.25, 0.25) then
    s := s + 10*pre(n[pre(k)]);
    k := 2;
    m := m + sum(pre(n[1:k]));
    n[k] := n[k] + 1;
    s := s + pre(n[k]);
    k := 1;
    for i in 1:k loop
      q := q + pre(n[i + k]) + pre(n[n[1]]);
    end for;
    k := 3;
    m := m + 100*pre(n[k]);
  end when;
end Parts;
----
involute run MODEL --stop 1
----
status 0
  n[1]   1
  n[2]   6
  n[3]   3
  k      3
  s      114
  m      1218
  q      18
====
// The index of a loop whose passes are not known is no variable: change of an element is that of each, of anything else refused.
model Passes
  Integer n[3](start = {1, 2, 3}, each fixed = true), k(start = 2, fixed = true), c(start = 0, fixed = true);
algorithm
  when sample(0.25, 0.25) then
    k := mod(pre(k), 3) + 1;
    n[k] := n[k] + 1;
    for i in 1:k loop
      if change(n[i]) then
        c := c + 1;
      end if;
    end for;
    if change(n[pre(k)]) then
      c := c + 100;
    end if;
  end when;
end Passes;
----
involute run MODEL --stop 1
----
status 0
  n[1]   2
  n[2]   3
  n[3]   5
  k      3
  c      4
====
model Passes
  Integer n[3](start = {1, 2, 3}, each fixed = true), k(start = 2, fixed = true), c(start = 0, fixed = true);
algorithm
  when sample(0.25, 0.25) then
    k := mod(pre(k), 3) + 1;
    n[k] := n[k] + 1;
    for i in 1:k loop
      if change(n[i] + 1) then
        c := c + pre(i);
      end if;
    end for;
  end when;
end Passes;
----
involute check MODEL
----
status 1
model.mo:8:10: error: 'change' takes a variable, found 'n[i] + 1'
