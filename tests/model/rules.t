// What the language means, rule by rule; the grammar is in grammar.t.
// der takes any continuous expression, twice, of arrays and of products
model M
  Real x(start = 1, fixed = true), y, v[2], E;
equation
  der(der(x)) = -x;
  y = der(x^2 + time);
  v = der({x, 2*x});
  E = der(x)^2 + x^2;
initial equation
  der(x) = 0;
end M;
----
involute run MODEL --rtol 1e-10 --stop 1
----
status 0
final values
  x             0.54030230
  y             0.0907025
  v[1]         -0.8414709
  v[2]         -1.6829419
  E             0.99999999999
====
// fixed is kept exactly, start is a guess that gives way, no start is a weaker guess of 0
model M
  Real a(start = 0.1, fixed = true), b(start = 5), c;
equation
  a + b + c = 3;
  der(a) = 0;
  der(b) = 0;
end M;
----
involute run MODEL --stop 0; sed 's/b(start = 5), c/c, b(start = 5)/' MODEL >order.mo; involute run order.mo --stop 0
----
status 0
note: 1 of 2 degrees of freedom is not fixed by the model; started nearest to the guesses, with b = 5
final values
  a        0.1
  b        5
  c       -2.1
final values
  a        0.1
  c       -2.1
  b        5
====
// initial equations hold at the start; too many name a smallest set that conflicts
model M
  Real x, y, z;
equation
  der(x) = 1;
  der(y) = 1;
  der(z) = 1;
initial equation
  x = 1;
  x + y = 3;
  y = 5;
  z = 4;
end M;
----
involute run MODEL --stop 0; sed '/y = 5/d' MODEL >good.mo; involute run good.mo --stop 0
----
status 0
error: no consistent initial values found: x = 1 (model.mo:9), x + y = 3 (model.mo:10) and y = 5 (model.mo:11) contradict each other
final values
  x        1
  y        2
  z        4
====
// --set changes parameters and start values, in dependent ones too, but no constants; a parameter without a value is solved or an error
model M
  parameter Real p = 1, q = 2*p, s(fixed = false), r;
  constant Real c = 1;
  Real x(start = q, fixed = true);
equation
  der(x) = s;
initial equation
  s = 3*x;
end M;
----
involute run MODEL; involute run MODEL --set r=0 --set p=5 --stop 0; involute run MODEL --set r=0 --set x=1 --stop 0; involute run MODEL --set r=0 --set c=2
----
status 2
model.mo:3:52: error: parameter r has no value; give it one, or use --set r=VALUE
  x        10
  der(x)   30
  x        1
  der(x)   3
error: 'c' is a constant and cannot be set
====
// min and max are checked along the run; inputs keep their start values or follow a table
model M
  input Real u(start = 2);
  Real x(start = 0, fixed = true, max = 1.5, min = -1);
equation
  der(x) = u;
end M;
----
printf 'time,u\n0,0\n1,2\n' >u.csv; involute run MODEL --stop 1; involute run MODEL --stop 1 --input u.csv --rtol 1e-10
----
status 0
warning: t = 
x = 
is outside its range from -1 to 1.5
  x        2
  x        1
====
// more equations than unknowns that agree; one that does not; fewer
model M
  Real x(start = 1, fixed = true), y;
equation
  der(x) = -x;
  y = 2*x;
  y - 2*x = 0;
end M;
----
involute run MODEL --stop 0; sed 's/y - 2\*x = 0/y - 2*x = 1/' MODEL >bad.mo; involute run bad.mo; sed '/y = 2/d; /y - 2/d' MODEL >few.mo; involute run few.mo
----
status 1
final values
  y        2
bad.mo:7:3: error: y - 2*x = 1 contradicts y = 2*x (bad.mo:6): together they imply 0 = -1
few.mo:3:36: error: no equation determines y; there is 1 equation for 2 unknowns
====
// if expressions, floor and the like make events, unless in noEvent; smooth does not matter. min, max, abs and sign have kinks, which are none
model M
  Real x(start = -0.25, fixed = true), a, b, c, d, e, f;
equation
  der(x) = 1;
  a = abs(x) + sign(x);
  b = max(x, 0.25) + min(x, 0.3);
  c = floor(4*x) + ceil(x) + integer(x);
  d = mod(x, 0.4) + rem(x, 0.4) + div(x, 0.4);
  e = if x > 0.7 then 1 else 2;
  f = smooth(0, noEvent(if x > 0.6 then 1 else 2));
end M;
----
involute run MODEL --stop 1.03; sed 's/noEvent//' MODEL >more.mo; involute run more.mo --stop 1.03 | grep events
----
status 0
events     12,
  x        0.78
  a        1.78
  b        1.08
  c        4
  d        1.76
  e        1
  f        1
events     13,
====
// edge, change, pre, sample, terminal
model M
  Boolean b = time > 0.35, e(start = false), t(start = false);
  Integer n(start = 0, fixed = true), m(start = 0, fixed = true), changes(start = 0, fixed = true);
equation
  when sample(0.1, 0.1) then
    n = pre(n) + 1;
  end when;
  when edge(b) then
    e = true;
  end when;
  when change(n) then
    changes = pre(changes) + 1;
  end when;
  when terminal() then
    m = n;
    t = true;
  end when;
end M;
----
involute run MODEL --stop 0.55
----
status 0
final values
  b         1
  e         1
  t         1
  n         5
  m         5
  changes   5
====
// arrays keep their subscripts in names, also in messages
model M
  Real p[3, 2](each start = 1, each fixed = true);
equation
  for i in 1:3, j in 1:2 loop
    der(p[i, j]) = if i == 2 then 1/(i - 2) else -p[i, j];
  end for;
end M;
----
involute run MODEL
----
status 1
model.mo:6:5: error: der(p[2, 1]) = if 2 == 2 then 1/(2 - 2) else -p[2, 1] (model.mo:6) has no finite value at the start, where der(p[2,1]) = inf
====
// what other tools write: f(x).field, a * -0.0, each, StateSelect.prefer, partial function, external objects
//! base 0.1.0
package 'P'
  class 'Table'
    extends ExternalObject;
    function constructor
      input String name;
      output 'Table' table;
      external "C" table = open(name);
    end constructor;
    function destructor
      input 'Table' table;
      external "C" close(table);
    end destructor;
  end 'Table';
  partial function 'base'
    input Real x;
    output Real y;
  end 'base';
  record 'R'
    Real 'x';
  end 'R';
  function 'f'
    input Real 'u';
    output 'R' 'r';
  algorithm
    'r'.'x' := 'u' * -2.0;
  end 'f';
  model 'M'
    Real 'a.b'(start = 1.0, fixed = true, stateSelect = StateSelect.prefer, displayUnit = "m");
    Real 'c[1]' = 'f'('a.b').'x' + 'a.b' * -0.0;
    parameter Real 'p'[2](each unit = "1") = {1.0, 2.0} annotation(Evaluate = true);
  equation
    der('a.b') = -'p'[1] * 'a.b';
  end 'M';
end 'P';
----
involute run MODEL --stop 0
----
status 0
final values
  'a.b'        1
  'c[1]'      -2
  der('a.b')  -1
====
// annotations of our own: an invariant, a constraint, a name, settings; another tool ignores them
model M
  Real x(start = 1, fixed = true), y(start = 0, fixed = true), vx, vy;
  Real energy = (vx^2 + vy^2)/2 annotation(__involute(invariant = true));
  Real closure = x*vx + y*vy annotation(__involute(constraint = true));
  Real F;
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = -F*x;
  der(vy) = -F*y;
  x^2 + y^2 = 1 annotation(__involute(name = "rod"));
initial equation
  vy = 1;
  annotation(experiment(StopTime = 1, Tolerance = 1e-8), __involute(solver(method = "dopri54", retraction = "orthogonal")));
end M;
----
involute run MODEL
----
status 0
method dopri54
retraction orthogonal
rod
final values
  x             0.540302
  energy        0.5
====
// nominal is the scale of a variable: what is large moves first
model M
  Real a(start = 1), b(start = 1), F;
equation
  der(a) = F;
  der(b) = F + 1;
  a + b = 4;
end M;
----
involute run MODEL --stop 0; sed 's/a(start = 1)/a(start = 1, nominal = 1e6)/' MODEL >scaled.mo; involute run scaled.mo --stop 0
----
status 0
with a = 2
final values
  a        2
  b        2
with a = 3
final values
  a        2.99999
  b        1.00000
====
// annotations that only other parts of the program use are read, and checked
model M
  Real x(start = 1, fixed = true), y(start = 0, fixed = true);
equation
  der(x) = y;
  der(y) = -x;
  annotation(experiment(StartTime = 0, StopTime = 1, Tolerance = 1e-8),
    __involute(solver(method = "dopri54", stepSize = 0.01), sections = {section(name = "p", expr = x, direction = 1, columns = {y})}, blocks = {{x, y}},
      plots = {plot(x = "x", y = "y", title = "orbit")}));
end M;
----
involute run MODEL; sed 's/plots/plotz/' MODEL >bad.mo; involute check bad.mo
----
status 1
work       100 steps
bad.mo:9:7: error:
did you mean 'plots'?
