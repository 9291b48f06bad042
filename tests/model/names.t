model M
  Real lambda;
equation
  der(lambda) = -lamda;
end M;
----
involute check MODEL
----
status 1
model.mo:4:18: error: unknown name 'lamda'; did you mean 'lambda'?
====
model M
  Real x;
equation
  der(x) = qqqq;
end M;
----
involute check MODEL
----
status 1
model.mo:4:12: error: unknown name 'qqqq'
====
model M
  Real x;
  Real x;
equation
  der(x) = 1;
end M;
----
involute check MODEL
----
status 1
model.mo:3:8: error: 'x' is declared twice, first on line 2
====
model M
  Real x;
  parameter Reel k = 1;
equation
  der(x) = 1;
end M;
----
involute check MODEL
----
status 1
model.mo:3:13: error: unknown type 'Reel'; did you mean 'Real'?
====
model M
  Real x;
  Voltage u;
equation
  der(x) = 1;
end M;
----
involute check MODEL
----
status 1
model.mo:3:3: error: unknown type 'Voltage'
====
model M
  Real x;
equation
  der(x) = sinn(x);
end M;
----
involute check MODEL
----
status 1
model.mo:4:12: error: unknown function 'sinn'; did you mean 'sin'?
====
model M
  Real x;
equation
  der(x) = frobnicate(x);
end M;
----
involute check MODEL
----
status 1
model.mo:4:12: error: unknown function 'frobnicate'
====
model M
  Real x;
equation
  der(x) = x(3);
end M;
----
involute check MODEL
----
status 1
model.mo:4:12: error: 'x' is a variable, not a function; a product is written with '*'
====
model M
  Real x;
equation
  der(x) = Modelica.Constants.pie;
end M;
----
involute check MODEL
----
status 1
model.mo:4:12: error: Modelica.Constants has no 'pie'; did you mean 'pi'?
====
model M
  Real x;
equation
  der(x) = x.y;
end M;
----
involute check MODEL
----
status 1
model.mo:4:12: error: 'x' is a variable and has no parts
====
model M
  type E = enumeration(red, green);
  parameter E e = E.gren;
  Real x;
equation
  der(x) = 1;
end M;
----
involute check MODEL
----
status 1
model.mo:3:19: error: the enumeration E has no value 'gren'; did you mean 'E.green'?
====
model M
  type E = enumeration(red, green);
  Real x;
equation
  der(x) = E;
end M;
----
involute check MODEL
----
status 1
model.mo:5:12: error: 'E' is a type; expected a value
====
model M
  Real time;
equation
  time = 1;
end M;
----
involute check MODEL
----
status 1
model.mo:2:8: error: 'time' is predefined in Modelica and cannot be declared
====
model M
  type Real = Integer;
  Real x;
equation
  der(x) = 1;
end M;
----
involute check MODEL
----
status 1
model.mo:2:8: error: 'Real' is a predefined type of Modelica and cannot be redefined
====
model M
  type A = B;
  type B = A;
  A x;
equation
  der(x) = 1;
end M;
----
involute check MODEL
----
status 1
model.mo:2:12: error: the type 'B' is defined in terms of itself
====
model M
  type A = Real;
  type A = Real;
  A x;
equation
  der(x) = 1;
end M;
----
involute check MODEL
----
status 1
model.mo:3:8: error: the type 'A' is defined twice, first on line 2
====
model M
  type E = enumeration(a, a);
  Real x;
equation
  der(x) = 1;
end M;
----
involute check MODEL
----
status 1
model.mo:2:27: error: the enumeration E has 'a' twice
====
model M
  parameter Real p = 1;
  p x;
equation
  der(x) = 1;
end M;
----
involute check MODEL
----
status 1
model.mo:3:3: error: 'p' is a parameter; expected a type
====
model A
  Real x;
equation
  der(x) = 1;
end A;
model B
  A a;
  Real y;
equation
  der(y) = 1;
end B;
----
involute check MODEL
----
status 0
balanced: 2 equations for 2 unknowns
====
type Length = Real;
----
involute check MODEL
----
status 1
model.mo:1:1: error: there is no model in this file
====
model M
  parameter Real p = 1;
end M;
----
involute check MODEL
----
status 0
balanced: 0 equations for 0 unknowns
====
model M
  Real x(strat = 1);
equation
  der(x) = 1;
end M;
----
involute check MODEL
----
status 1
model.mo:2:10: error: unknown attribute 'strat'; did you mean 'start'?
====
model M
  Real x(start(fixed = true) = 1);
equation
  der(x) = 1;
end M;
----
involute check MODEL
----
status 1
model.mo:2:10: error: the attribute 'start' has no attributes itself
====
model M
  Real x(start);
equation
  der(x) = 1;
end M;
----
involute check MODEL
----
status 1
model.mo:2:10: error: the attribute 'start' needs a value: start = ...
====
model M
  Real x(start = 1, start = 2);
equation
  der(x) = 1;
end M;
----
involute check MODEL
----
status 1
model.mo:2:21: error: the attribute 'start' is given twice
====
// a star does not hide what is predefined
model M
  import Modelica.Math.*;
  import Modelica.Units.SI.*;
  type E = enumeration(a, b);
  parameter Integer n = Integer(E.b);
  parameter String s = String(n);
  Length x(start = n, fixed = true);
  Boolean far = x > 10;
equation
  der(x) = sin(x);
end M;
----
involute check MODEL
----
status 0
M is well formed
====
// functions of Modelica.Math.Vectors: with their whole name, and after each kind of import
model M
  import Modelica.Math.Vectors.*;
  import V = Modelica.Math.Vectors;
  import Modelica.Math.*;
  Real v[2] = {3, -4*cos(time)};
  Real a = Modelica.Math.Vectors.norm(v), b = norm(v, 1), c = V.length(v), d = Vectors.norm(v, 2), e = length(zeros(0));
end M;
----
involute run MODEL --stop 0
----
status 0
final values
  a      5
  b      7
  c      5
  d      5
  e      0
====
// functions of Modelica.Math.Special
model M
  import S = Modelica.Math.Special;
  import Modelica.Math.Special.erf;
  Real a = Modelica.Math.Special.erf(1), b = S.erf(2), c = erf(3);
end M;
----
involute run MODEL --stop 0
----
status 0
final values
  a      0.842700792949715
  b      0.995322265018953
  c      0.999977909503001
====
model M
  Real a = Modelica.Math.Special.erff(1);
  Real b = Special.erf(1);
end M;
----
involute check MODEL
----
status 1
model.mo:2:12: error: unknown function 'Modelica.Math.Special.erff'; did you mean 'erf'?
model.mo:3:12: error: unknown function 'Special.erf'
====
model M
  Real v[2] = {3, 4};
  Real a = Modelica.Math.Vectors.norm(v, 3);
  Real b = Modelica.Math.Vectors.norm(v, time);
  Real c = Modelica.Math.Vectors.norm(1);
  Real d = Vectors.norm(v);
  Real e = norm(v);
  Real f = Modelica.Math.Vectors.nrom(v);
  Real g = Modelica.Math.Vectors.norm(v, true);
end M;
----
involute check MODEL
----
status 1
model.mo:3:42: error: the order of 'Modelica.Math.Vectors.norm' must be 1 or 2, found '3'
model.mo:4:42: error: the order of 'Modelica.Math.Vectors.norm' must be 1 or 2, found 'time'
model.mo:5:12: error: 'Modelica.Math.Vectors.norm' takes a vector, found a scalar
model.mo:6:12: error: unknown function 'Vectors.norm'
model.mo:7:12: error: unknown function 'norm'
model.mo:8:12: error: unknown function 'Modelica.Math.Vectors.nrom'
model.mo:9:42: error: the order of 'Modelica.Math.Vectors.norm' must be a number (Real or Integer), found Boolean
