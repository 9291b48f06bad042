model A
  Real x = 1;
end A;
model B
  A a(y = 2);
end B;
----
involute check MODEL
----
status 1
model.mo:5:7: error: the model A has no field 'y'
====
model A
  A a;
end A;
----
involute check MODEL
----
status 1
model.mo:2:3: error: the class 'A' contains itself
====
model A
  extends A;
  Real x = 1;
end A;
----
involute check MODEL
----
status 1
model.mo:2:11: error: 'extends': there is no class 'A' in this file
====
model A
  extends B;
end A;
model B
  extends A;
  Real x = 1;
end B;
----
involute check MODEL
----
status 1
error: 'B' extends itself
====
model Base
  parameter Real k = 1;
  Real x(start = 1, fixed = true);
equation
  der(x) = -k*x;
end Base;
model M
  extends Base(q = 2);
end M;
----
involute check MODEL
----
status 1
model.mo:8:16: error: 'Base' has no 'q' to modify
====
partial model Base
  Real x = 1;
end Base;
model M
  Base b;
end M;
----
involute check MODEL
----
status 1
model.mo:5:3: error: 'Base' is partial: a component needs a complete class
====
model M
  connector C
    Real a;
  end C;
  connector D
    Real a;
  end D;
  model A
    C c;
    D d;
  equation
    c.a = 1;
    d.a = 1;
  end A;
  A x, y;
equation
  connect(x.c, y.d);
end M;
----
involute check MODEL
----
status 1
model.mo:17:3: error: 'connect' cannot join a connector C with a connector D
====
model M
  model A
    parameter Integer n = 2;
    Real x[n] = fill(time, n);
  end A;
  A a[2](n = {2, 3});
end M;
----
involute check MODEL
----
status 1
error: 'x' has the size [2, 2] in element 1 of 'a' and [2, 3] in element 2; all must have one size
====
model M
  Real x, y;
equation
  x = time;
  connect(x, 2*y);
end M;
----
involute check MODEL
----
status 1
model.mo:5:3: error: 'connect' takes two connectors: variables, or records of them
====
model M
  model A
    parameter Real k = 1;
    Real x(start = 1, fixed = true);
  equation
    der(x) = -k*x;
  end A;
  A a(k = 2), b[2](each k = 3);
end M;
----
involute run MODEL --set a.k=1 --set 'b[2].x=4' --stop 0.1
----
status 0
a: der(x) = -k*x
final values
a.x      0.9048374
b[1].x   0.740818
b[2].x   2.963272
====
model M
  type L = Real(unit = "m");
  model A
    L x = 1;
  end A;
  model B
    type L = Integer;
    extends A;
  end B;
  B b;
end M;
----
involute check MODEL
----
status 1
error: 'A' uses the class 'L', which is another one here; rename one of them
====
model M
  Complex z = Complex(1, 2);
  Boolean b = z < Complex(3);
end M;
----
involute check MODEL
----
status 1
model.mo:3:15: error: the operator '<' is not defined for record Complex and record Complex
====
record R
  Real x;
end R;
model M
  R a(x = 1), b(x = 2);
  R c = a + b;
end M;
----
involute check MODEL
----
status 1
model.mo:6:9: error: the operator '+' is not defined for record R and record R
====
model M
  Complex z = Complex(1, 2) + true;
end M;
----
involute check MODEL
----
status 1
model.mo:2:
error: an operand of '+' must be a number (Real or Integer), found Boolean
====
partial model Base
  Real x;
end Base;
model A
  extends Base(x = 1);
end A;
model 'B.c'
  A a;
end 'B.c';
model Last
  Real z = 3;
end Last;
----
involute run MODEL --model A --stop 0; involute run MODEL --model B.c --stop 0; involute run MODEL --model "'B.c'" --stop 0
involute run MODEL --model Base; involute check MODEL --model Other
----
status 1
A: done
  x      1
'B.c': done
  a.x    1
'B.c': done
model.mo:1:15: error: 'Base' is partial: choose a complete model that extends it
model.mo:1:1: error: there is no model 'Other' among the 4 of this file; the last one is 'Last'
====
model M
  model A
    final parameter Real k = 1;
    parameter Real j = 2;
    final Real y = k*j;
  end A;
  model B
    extends A(final j = 5);
  end B;
  model C
    extends B(k = 3);
  end C;
  A a(k = 2);
  B b(j = 4);
  B fine;
  C c;
  A d(y(start = 1));
end M;
----
involute check MODEL
----
status 1
model.mo:11:15: error: 'k' of 'B' is final: it cannot be changed
model.mo:13:7: error: 'k' of the model A is final: it cannot be changed
model.mo:14:7: error: 'j' of the model B is final: it cannot be changed
!model.mo:15
!model.mo:17
