// Stiff from the start.
----
involute run $ROOT/models/VanDerPol.mo
involute run $ROOT/models/Robertson.mo --rtol 1e-7
involute run $ROOT/models/HeatFluxes.mo
----
status 0
method auto switches to radau
the solution is stiff
settings   method radau
!settings   method dop
====
// Stiff until t = 10, when the fast mode is relieved.
model Relief
  Real x(start = 2, fixed = true), y(start = 1, fixed = true), v(start = 0, fixed = true);
  Real k = 1 + 1e6/(1 + exp(20*(time - 10)));
equation
  der(x) = -k*(x - cos(time));
  der(y) = v;
  der(v) = -y*(1 + 100*time);
  annotation(experiment(StopTime = 40, Tolerance = 1e-3));
end Relief;
----
involute run MODEL
----
status 0
method auto switches to radau
method auto switches to dopri54
the solution is no longer stiff
settings   method dopri54
  x        0.03908
====
// Neither stiff nor in need of series.
----
involute run $ROOT/models/Fekete.mo --stop 100 --rtol 1e-7; involute run $ROOT/tests/reference/deceptive/TransistorAmplifier.mo --rtol 1e-7; involute run $ROOT/models/Pendulum.mo
----
status 0
settings   method dop853
!radau
====
// At a tight tolerance, where that pays: evaluations are not in straight-line code.
----
involute run $ROOT/tests/reference/deceptive/TransistorAmplifier.mo --rtol 1e-12 --direction square
----
status 0
method auto switches to taylor
settings   method taylor
====
// Where explicit steps fall to zero, implicit ones may go on.
----
involute run $ROOT/models/StiffSpring.mo --rtol 1e-10
----
status 0
method auto switches to radau because the steps of dop853 fall to zero
====
// A method that is named stays.
----
involute run $ROOT/models/VanDerPol.mo --method dopri54 --stop 0.01 --rtol 1e-4
----
status 0
settings   method dopri54
!method auto
