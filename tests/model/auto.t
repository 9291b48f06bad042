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
  der(v) = -y^3*(1 + 100*time);
  annotation(experiment(StopTime = 40, Tolerance = 1e-3));
end Relief;
----
involute run MODEL
----
status 0
method auto switches to radau
method auto switches to dop853
the solution is no longer stiff
settings   method dop853
  x        0.03908
====
// Neither stiff nor in need of series.
----
involute run $ROOT/models/Fekete.mo --stop 100 --rtol 1e-7; involute run $ROOT/models/Pendulum.mo; involute run $ROOT/models/AndrewsSqueezer.mo --rtol 1e-7
----
status 0
settings   method dop853
!switches to radau
====
// At a tight tolerance, where that pays: evaluations are not in straight-line code.
----
involute run $ROOT/tests/reference/deceptive/TransistorAmplifier.mo --rtol 1e-12 --direction square
----
status 0
method auto switches to taylor
====
// The same where they are: the terms at one point tell, after 16 steps. Steps of the Taylor method are a seventh of those of dop853, and none is rejected.
----
involute run $ROOT/models/Pendulum.mo --rtol 1e-11 --json
----
status 0
t = 0.19787: method auto switches to taylor
"rejected": 0,
====
// Not where the solution will be stiff, whatever the terms say at the start.
----
involute run $ROOT/tests/agreement/VanDerPolStiff.mo --rtol 1e-10
----
status 0
method auto switches to radau
!switches to taylor
====
// Not where the run is too short for its code.
----
involute run $ROOT/models/Pendulum.mo --rtol 1e-11 --stop 2
----
status 0
!switches to taylor
====
// A real mode that will hold explicit steps back is seen before it does: radau stays from the eighth step on.
----
involute run $ROOT/models/AkzoNobel.mo --rtol 1e-4 --json
----
status 0
method auto switches to radau
"steps": 25,
====
// Where explicit steps fall to zero, implicit ones may go on.
model Sudden
  Real x(start = 1, fixed = true);
equation
  der(x) = -(if time > 1 then 1e16 else 1)*(x - cos(time)) - sin(time);
  annotation(experiment(StopTime = 2, Tolerance = 1e-6));
end Sudden;
----
involute run MODEL
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
====
// Stiff from time to time: radau takes over once, and the explicit method again, since it is the better one in the mean of two trials.
----
involute run $ROOT/tests/reference/deceptive/TransistorAmplifier.mo --rtol 1e-5
----
status 0
method auto switches to radau
method auto switches to dop853
the solution is no longer stiff
settings   method dop853
