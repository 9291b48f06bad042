// Annotations from a second file: an invariant and solver settings for a flattened model.
model Kepler
  Real x(start = 0.7, fixed = true), y(start = 0, fixed = true);
  Real u(start = 0, fixed = true), v(start = 1.2, fixed = true);
equation
  der(x) = u;
  der(y) = v;
  der(u) = -x/(x^2 + y^2)^1.5;
  der(v) = -y/(x^2 + y^2)^1.5;
end Kepler;
----
printf 'model Extra annotation(experiment(StopTime = 2), __involute(solver(method = "dopri54"), invariants = {invariant(name = "E", expr = (u^2 + v^2)/2 - 1/sqrt(x^2 + y^2))})); end Extra;' >extra.mo; involute run MODEL --with extra.mo
----
status 0
Kepler: done at t = 2
1 invariant
method dopri54
invariant
====
// Its names must be the model's.
model M
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
end M;
----
printf 'model Extra annotation(__involute(invariants = {invariant(name = "E", expr = x + w)})); end Extra;' >extra.mo; involute run MODEL --with extra.mo
----
status 1
extra.mo:1:
error: unknown name 'w'
====
model M
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
end M;
----
printf 'model Extra Real y; equation y = 1; end Extra;' >extra.mo; involute run MODEL --with extra.mo
----
status 1
error: 'Extra' adds annotations to a model: it may contain nothing else
====
model M
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
end M;
----
involute run MODEL --with nothing.mo
----
status 5
error: cannot read nothing.mo
