// Equations that say nothing new, and forces that cannot be told apart. With trajectories: tests/reference/redundant.
model M
  Real x(start = 1, fixed = true), y;
equation
  der(x) = -x + y;
  y = sin(x);
  y = sin(x);
end M;
----
involute run MODEL
----
status 0
3 equations, 2 unknowns; index 1, 1 degree of freedom
redundant
====
model M
  Real x(start = 1, fixed = true), y, z;
equation
  der(x) = -x + y;
  y + z = sin(x);
  y - z = cos(x);
  3*y + z = 2*sin(x) + cos(x);
end M;
----
involute run MODEL
----
status 0
4 equations, 3 unknowns; index 1, 1 degree of freedom
====
// By a function of the residual.
model M
  Real x(start = 1, fixed = true), y(start = 0.5);
equation
  der(x) = -x + y;
  y = sin(x);
  exp(y) = exp(sin(x));
  y^3 = sin(x)^3;
end M;
----
involute run MODEL
----
status 0
4 equations, 2 unknowns; index 1, 1 degree of freedom
====
// By its square, whose gradient vanishes where it holds.
model M
  Real x(start = 1, fixed = true), y(start = 0.5);
equation
  der(x) = -x + y;
  y = sin(x);
  (y - sin(x))^2 = 0;
end M;
----
involute run MODEL
----
status 0
3 equations, 2 unknowns; index 1, 1 degree of freedom
====
// A multiple by something that depends on the state, and a sum with itself.
model M
  Real x(start = 0.8, fixed = true);
equation
  (1.75 + 0.01*sin(x))*(der(x) + 0.7*x - 0.3*cos(time) - 0.3*x/(1 + x^2)) = 0;
  0.5*(der(x) + 0.7*x - 0.3*cos(time) - 0.3*x/(1 + x^2)) + 3*(der(x) + 0.7*x - 0.3*cos(time) - 0.3*x/(1 + x^2)) = 0;
end M;
----
involute run MODEL
----
status 0
2 equations, 1 unknown; index 0, 1 degree of freedom
0 constraints
====
// The rows of the ledger are what was written, also where they say nothing new.
model M
  Real x(start = 0.6, fixed = true), y(start = -0.8), F;
equation
  der(der(x)) = -F*x;
  2*der(der(x)) = -2*F*x;
  der(der(y)) = -F*y - 9.81;
  x^2 + y^2 = 1;
  5*x^2 + 5*y^2 = 5;
end M;
----
involute run MODEL
----
status 0
5 equations, 3 unknowns; index 3, 2 degrees of freedom
====
// Three cranks with three forces: the motion is determined, they are not; one is taken as zero.
model ThreeCranks
  parameter Real s[3] = {-1, 1, 0};
  Real X(start = 1.6, fixed = true), Y(start = -0.8), phi(start = 0), l[3];
  Real px[3] = {X + s[i]*cos(phi) - 1 - s[i] for i in 1:3}, py[3] = {Y + s[i]*sin(phi) for i in 1:3};
equation
  der(der(X)) = -l*px;
  der(der(Y)) = -l*py - 9.81;
  0.2*der(der(phi)) = -sum(l[i]*s[i]*(py[i]*cos(phi) - px[i]*sin(phi)) for i in 1:3);
  for i in 1:3 loop
    px[i]^2 + py[i]^2 = 1;
  end for;
end ThreeCranks;
----
involute run MODEL
----
status 0
note: this equation follows from others: l[3], l[2], l[1] are not determined separately; l[3] is taken as 0
index 3, 2 degrees of freedom
====
// As many equations as unknowns, one of them twice: what is free is said.
model M
  Real x(start = 1, fixed = true), y, z;
equation
  der(x) = -x + y;
  y + z = sin(x);
  2*y + 2*z = 2*sin(x);
end M;
----
involute run MODEL --output a.csv
----
status 1
error:
model.mo:
!contradict
no file a.csv
====
// One dependent coefficient more or less: two coils that share all of their flux, and two that don't.
----
involute analyze $ROOT/tests/reference/circuit/PerfectCoupling.mo && involute analyze $ROOT/tests/reference/circuit/PerfectCoupling.mo --set M=1.9
----
status 0
index 1, 1 degree of freedom
index 1, 2 degrees of freedom
====
// From some guesses near the start there is a way to the pole alone, where everything holds within its round-off.
model Coulomb
  Real x(start = 0.5, fixed = true), y(start = 0, fixed = true), u(start = 0, fixed = true), v(start = 0.5, fixed = true);
  Real distance = sqrt(x^2 + y^2), product;
equation
  product = distance*(x^2 + y^2);
  1.3333*der(u) = 1.3333*(x/product);
  1.3333*der(v) = 1.3333*(y/product);
  der(x) = u;
  der(y) = v;
  der(u) = x/distance^3;
  der(v) = y/distance^3;
end Coulomb;
----
involute run MODEL
----
status 0
8 equations, 6 unknowns; index 1, 4 degrees of freedom
====
// Of two rows whose sum is a constraint, the shorter one stays as it was written: it is the smaller, too, and would be off by the round-off of the other.
----
involute analyze $ROOT/tests/reference/deceptive/TransistorAmplifier.mo
----
status 0
1.024*Ue - 1.024*U1 + 0.001024*der(U2)
!0.027126736111111112*U2
