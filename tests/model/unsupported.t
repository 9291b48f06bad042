model M
  Real x;
equation
  connect(a.p, b.n);
end M;
----
involute check MODEL
----
status 1
model.mo:4:11: error: unknown name 'a.p'
====
model M
  package A
    constant Real a = 1;
  end A;
  Real x;
equation
  der(x) = 1;
end M;
----
involute check MODEL
----
status 1
model.mo:2:3: error: packages inside a model or package are not supported
====
model M
  expandable connector C
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
model.mo:2:3: error: expandable connectors are not supported; flatten the model with another tool first
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
model.mo:2:11: error: 'extends': there is no class 'Base' in this file; flatten the model with another tool first
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
model.mo:2:13: error: 'x' is a flow, but 'M' is no connector
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
model.mo:1:11: error: 'extends': there is no class 'N' in this file
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
model.mo:2:3: error: 'Modelica.Blocks.*' cannot be imported; only Modelica.Math, Modelica.Constants, Modelica.Units and Modelica.ComplexMath are known
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
