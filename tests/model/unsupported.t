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
model.mo:2:3: error: classes inside a model or package are not supported
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
model.mo:2:3: error: 'flow' and 'stream' are for connectors, which are not supported
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
model.mo:2:3: error: 'redeclare' and 'replaceable' are not supported
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
model.mo:2:10: error: conditional declarations are not supported
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
  output String s;
  Real x;
equation
  der(x) = 1;
end M;
----
involute check MODEL
----
status 1
model.mo:2:17: error: 's' is a String; only parameters and constants can be Strings
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
model.mo:4:12: error: delay() is not supported: equations with delays are not ordinary differential equations
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
model.mo:2:24: error: an enumeration must list its literals; '(:)' is not supported
====
model M = N(p = 1);
----
involute check MODEL
----
status 1
model.mo:1:9: error: a model that is derived from another one is not supported
====
model M
  Real x;
equation
  der(x) = 1;
  terminate("now");
end M;
----
involute check MODEL
----
status 1
model.mo:5:3: error: 'terminate' is allowed only in 'when ... then ... end when'
====
model M
  import Modelica.Blocks.*;
  Real x;
equation
  der(x) = 1;
end M;
----
involute check MODEL
----
status 1
model.mo:2:3: error: 'Modelica.Blocks.*' cannot be imported; only Modelica.Math, Modelica.Constants and Modelica.Units are known
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
model.mo:4:12: error: 'Integer' takes an enumeration value, found Real
====
model M
  Real x;
equation
  der(x) = if pre(x > 1) then 1 else 2;
end M;
----
involute check MODEL
----
status 1
model.mo:4:15: error: 'pre' takes a variable, found 'x > 1'
====
model M
  Real x;
equation
  der(x) = reinit(x, 1);
end M;
----
involute check MODEL
----
status 1
model.mo:4:12: error: reinit() is a statement of 'when' and has no value
