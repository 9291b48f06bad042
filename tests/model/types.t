model M
  Real x;
equation
  der(x) = x + true;
end M;
----
involute check MODEL
----
status 1
model.mo:4:16: error: an operand of '+' must be a number (Real or Integer), found Boolean
====
model M
  Real x;
equation
  der(x) = if x then 1 else 2;
end M;
----
involute check MODEL
----
status 1
model.mo:4:15: error: the condition of 'if' must be Boolean, found Real
====
model M
  Real x;
equation
  der(x) = if x > 0 and x then 1 else 2;
end M;
----
involute check MODEL
----
status 1
model.mo:4:25: error: an operand of 'and' must be Boolean, found Real
====
model M
  Real x;
equation
  der(x) = if not x then 1 else 2;
end M;
----
involute check MODEL
----
status 1
model.mo:4:19: error: the operand of 'not' must be Boolean, found Real
====
model M
  Real x;
equation
  der(x) = if x > 0 then 1 else false;
end M;
----
involute check MODEL
----
status 1
model.mo:4:26: error: the branches of 'if' cannot be Integer and Boolean
====
model M
  Real x;
equation
  der(x) = "a";
end M;
----
involute check MODEL
----
status 1
model.mo:4:3: error: both sides of an equation must be numbers; here the left side is Real and the right side String
====
model M
  parameter String s = "a";
  Real x;
equation
  der(x) = if s == "a" then 1 else 2;
end M;
----
involute check MODEL
----
status 0
well formed
====
model M
  type E = enumeration(a, b);
  parameter E e = E.a;
  Real x;
equation
  der(x) = if e == 1 then 1 else 2;
end M;
----
involute check MODEL
----
status 1
model.mo:6:15: error: '==' cannot compare enumeration E with Integer
====
model M
  parameter Integer n = 2.5;
  Real x;
equation
  der(x) = 1;
end M;
----
involute check MODEL
----
status 1
model.mo:2:25: error: the value of 'n' must be Integer, found Real
====
model M
  parameter Boolean b = 1;
  Real x;
equation
  der(x) = 1;
end M;
----
involute check MODEL
----
status 1
model.mo:2:25: error: the value of 'b' must be Boolean, found Integer
====
model M
  parameter Real p = true;
  Real x;
equation
  der(x) = 1;
end M;
----
involute check MODEL
----
status 1
model.mo:2:22: error: the value of 'p' must be Real, found Boolean
====
model M
  Real x(start = "a");
equation
  der(x) = 1;
end M;
----
involute check MODEL
----
status 1
model.mo:2:18: error: the attribute 'start' of 'x' must be Real, found String
====
model M
  Real x(fixed = 1);
equation
  der(x) = 1;
end M;
----
involute check MODEL
----
status 1
model.mo:2:18: error: the attribute 'fixed' of 'x' must be Boolean, found Integer
====
model M
  Real x(unit = 3);
equation
  der(x) = 1;
end M;
----
involute check MODEL
----
status 1
model.mo:2:17: error: the attribute 'unit' must be a String literal, as in unit = "m/s2", found Integer
====
model M
  parameter Boolean b(nominal = 1) = true;
  Real x;
equation
  der(x) = 1;
end M;
----
involute check MODEL
----
status 1
model.mo:2:23: error: Boolean has no attribute 'nominal'
====
model M
  Real x;
equation
  der(x) = sin(x, 1);
end M;
----
involute check MODEL
----
status 1
model.mo:4:12: error: 'sin' takes 1 argument, found 2
====
model M
  Real x;
equation
  der(x) = atan2(x);
end M;
----
involute check MODEL
----
status 1
model.mo:4:12: error: 'atan2' takes 2 arguments, found 1
====
model M
  Real x;
equation
  der(x) = sin(true);
end M;
----
involute check MODEL
----
status 1
model.mo:4:16: error: the argument of 'sin' must be a number (Real or Integer), found Boolean
====
model M
  Real x;
equation
  der(x) = sin(u = x);
end M;
----
involute check MODEL
----
status 1
model.mo:4:20: error: 'sin' takes positional arguments only; remove 'u ='
====
model M
  Real x;
equation
  der(x > 1) = 1;
end M;
----
involute check MODEL
----
status 1
model.mo:4:7: error: the argument of 'der' must be a number (Real or Integer), found Boolean
====
model M
  Real x;
equation
  der(x, 2) = 1;
end M;
----
involute check MODEL
----
status 1
model.mo:4:3: error: 'der' takes 1 argument, found 2
====
model M
  Real x;
equation
  der(x) = true^2;
end M;
----
involute check MODEL
----
status 1
model.mo:4:12: error: the base of '^' must be a number (Real or Integer), found Boolean
====
model M
  Real x;
equation
  der(x) = smooth(1.5, x);
end M;
----
involute check MODEL
----
status 1
model.mo:4:19: error: the first argument of 'smooth' must be Integer, found Real
====
model M
  Real y;
  Real x(start = y);
equation
  der(x) = 1;
  der(y) = 1;
end M;
----
involute check MODEL
----
status 1
model.mo:3:18: error: the attribute 'start' of 'x' must not change with time, but 'y' does
====
model M
  parameter Real p = time;
  Real x;
equation
  der(x) = 1;
end M;
----
involute check MODEL
----
status 1
model.mo:2:22: error: the value of 'p' must not change with time, but 'time' does
====
model M
  parameter Real p = 1;
  constant Real c = 2*p;
  Real x;
equation
  der(x) = 1;
end M;
----
involute check MODEL
----
status 1
model.mo:3:21: error: the constant 'c' must not depend on parameters
====
model M
  constant Real c;
  Real x;
equation
  der(x) = 1;
end M;
----
involute check MODEL
----
status 1
model.mo:2:17: error: the constant 'c' has no value
====
model M
  constant Real c = 1/0;
  Real x;
equation
  der(x) = 1;
end M;
----
involute check MODEL
----
status 1
model.mo:2:21: error: the constant 'c' is not finite: inf
====
model M
  parameter Boolean b = true;
  Real x(fixed = b);
equation
  der(x) = 1;
end M;
----
involute check MODEL
----
status 1
model.mo:3:18: error: the attribute 'fixed' of 'x' must be constant
====
model M
  Real x(min = 2, max = 1);
equation
  der(x) = 1;
end M;
----
involute check MODEL
----
status 1
model.mo:2:8: error: 'x' has min = 2, which is more than max = 1
====
model M
  Real x(nominal = 0);
equation
  der(x) = 1;
end M;
----
involute check MODEL
----
status 1
model.mo:2:8: error: the nominal value of 'x' must be finite and not zero, found 0
====
model M
  parameter Real p(max = 1) = 2;
  Real x;
equation
  der(x) = 1;
end M;
----
involute check MODEL
----
status 1
model.mo:2:18: error: 'p' = 2 is more than its max = 1
====
model M
  Real x;
equation
  x == 1;
end M;
----
involute check MODEL
----
status 1
model.mo:4:3: error: '==' compares; an equation is written with '='
====
model M
  Real x;
equation
  x + 1;
end M;
----
involute check MODEL
----
status 1
model.mo:4:3: error: expected an equation, found an expression without '='
====
model M
  Real x;
  Real y;
equation
  if x > 0 then
    der(x) = 1;
    y = 2;
  else
    der(x) = 2;
  end if;
end M;
----
involute check MODEL
----
status 1
model.mo:5:3: error: nothing determines 'y' in the branch of 'else'; give it an equation there, as in the other branches
====
// one Real among the arguments makes the result Real
model M
  parameter Integer n = semiLinear(2, 0.5, 1);
  Real x;
equation
  der(x) = n;
end M;
----
involute check MODEL
----
status 1
model.mo:3:25: error: the value of 'n' must be Integer, found Real
