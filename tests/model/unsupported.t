model M
  Real x[3];
equation
  x[1] = 1;
end M;
----
involute check MODEL
----
status 1
model.mo:2:9: error: arrays are not supported yet; write one variable for each element
====
model M
  Real x;
equation
  for i in 1:3 loop
    for j in 1:2 loop
      der(x) = i;
    end for;
  end for;
end M;
----
involute check MODEL
----
status 1
model.mo:4:3: error: for-equations are not supported yet; write each equation
====
model M
  Real x;
equation
  der(x) = 1;
  when x > 1 then
    reinit(x, 0);
  end when;
end M;
----
involute check MODEL
----
status 1
model.mo:5:3: error: 'when' is not supported yet: events are not read
====
model M
  Real x;
equation
  connect(a.p, b.n);
end M;
----
involute check MODEL
----
status 1
model.mo:4:3: error: 'connect' is not supported; flatten the model with another tool first
====
model M
  Real x;
algorithm
  x := 1;
  for i in 1:3 loop
    x := x + i;
  end for;
equation
  der(x) = 1;
end M;
----
involute check MODEL
----
status 1
model.mo:3:1: error: algorithms are not supported yet; write equations
====
model M
  function f
    input Real u;
    output Real y;
  algorithm
    y := u;
  end f;
  Real x;
equation
  der(x) = 1;
end M;
----
involute check MODEL
----
status 1
model.mo:2:3: error: functions are not supported yet
====
model M
  record R
    Real a;
  end R;
  Real x;
equation
  der(x) = 1;
end M;
----
involute check MODEL
----
status 1
model.mo:2:3: error: records are not supported yet
====
model M
  model A
    Real a;
  end A;
  Real x;
equation
  der(x) = 1;
end M;
----
involute check MODEL
----
status 1
model.mo:2:3: error: classes inside of a model or package are not supported
====
model M
  connector C
    Real a;
  end C;
  Real x;
equation
  der(x) = 1;
end M;
----
involute check MODEL
----
status 1
model.mo:2:3: error: connectors are not supported; flatten the model with another tool first
====
model M
  extends Base;
  Real x;
equation
  der(x) = 1;
end M;
----
involute check MODEL
----
status 1
model.mo:2:3: error: 'extends' is not supported; flatten the model with another tool first
====
model M
  import Modelica.Math.*;
  Real x;
equation
  der(x) = 1;
end M;
----
involute check MODEL
----
status 1
model.mo:2:3: error: 'import' is not supported yet; write names in full
====
model M
  inner Real x;
equation
  der(x) = 1;
end M;
----
involute check MODEL
----
status 1
model.mo:2:3: error: 'inner' and 'outer' are not supported
====
model M
  flow Real x;
equation
  der(x) = 1;
end M;
----
involute check MODEL
----
status 1
model.mo:2:3: error: 'flow' and 'stream' belong in connectors, which are not supported
====
model M
  replaceable Real x;
equation
  der(x) = 1;
end M;
----
involute check MODEL
----
status 1
model.mo:2:3: error: elements that can be replaced are not supported
====
model M
  Real x if true;
equation
  der(x) = 1;
end M;
----
involute check MODEL
----
status 1
model.mo:2:10: error: declarations with a condition are not supported
====
model M
  Real x(redeclare Real y = 1);
equation
  der(x) = 1;
end M;
----
involute check MODEL
----
status 1
model.mo:2:10: error: 'redeclare' is not supported
====
model M
  parameter equation guess(p) = 1;
  Real x;
equation
  der(x) = 1;
end M;
----
involute check MODEL
----
status 1
model.mo:2:13: error: 'parameter equation' is not supported yet
====
model M
  discrete Real x;
equation
  x = 1;
end M;
----
involute check MODEL
----
status 1
model.mo:2:17: error: 'x' is discrete: it changes at events, which are not read yet
====
model M
  Integer n;
  Real x;
equation
  der(x) = 1;
end M;
----
involute check MODEL
----
status 1
model.mo:2:11: error: 'n' is Integer: such variables change at events, which are not read yet; a fixed one is declared with 'parameter Integer'
====
model M
  output String s;
  Real x;
equation
  der(x) = 1;
end M;
----
involute check MODEL
----
status 1
model.mo:2:17: error: 's' is a String; only parameters and constants can be
====
model M
  Real x;
equation
  der(x) = 1;
  assert(x > 0, "low");
end M;
----
involute check MODEL
----
status 1
model.mo:5:3: error: assert() is not supported yet: it would not be watched during the run
====
model M
  Real x;
equation
  der(x) = pre(x);
end M;
----
involute check MODEL
----
status 1
model.mo:4:12: error: pre() is not supported yet: events are not read
====
model M
  Real x;
equation
  der(x) = if initial() then 1 else 2;
end M;
----
involute check MODEL
----
status 1
model.mo:4:15: error: initial() is not supported yet: events are not read
====
model M
  Real x;
equation
  der(x) = if edge(x > 1) then 1 else 2;
end M;
----
involute check MODEL
----
status 1
model.mo:4:15: error: edge() is not supported yet: events are not read
====
model M
  Real x;
equation
  der(x) = if sample(0, 1) then 1 else 2;
end M;
----
involute check MODEL
----
status 1
model.mo:4:15: error: sample() is not supported yet: events are not read
====
model M
  Real x;
equation
  der(x) = delay(x, 1);
end M;
----
involute check MODEL
----
status 1
model.mo:4:12: error: delay() is not supported: a delayed value makes no ordinary differential equation
====
model M
  Real x;
equation
  der(x) = {1, 2};
end M;
----
involute check MODEL
----
status 1
model.mo:4:12: error: '{...}' is an array; arrays are not supported yet
====
model M
  Real x;
equation
  der(x) = sum(x);
end M;
----
involute check MODEL
----
status 1
model.mo:4:12: error: sum() is not supported yet: arrays are not read
====
model M
  Real x;
equation
  der(x) = f(x).y;
end M;
----
involute check MODEL
----
status 1
model.mo:4:16: error: parts of a result, as in f(x).y, are not supported yet
====
model M
  Real x;
equation
  (x, x) = f(x);
end M;
----
involute check MODEL
----
status 1
model.mo:4:3: error: functions with several results are not supported yet
====
model M
  Real x;
equation
  der(x) = Integer(x);
end M;
----
involute check MODEL
----
status 1
model.mo:4:12: error: Integer() is not supported yet; compare enumeration values with each other
====
model M
  type E = enumeration(:);
  Real x;
equation
  der(x) = 1;
end M;
----
involute check MODEL
----
status 1
model.mo:2:24: error: an enumeration needs its literals; '(:)' is not supported
====
model M = N(p = 1);
----
involute check MODEL
----
status 1
model.mo:1:9: error: a model that is derived from another one is not supported
