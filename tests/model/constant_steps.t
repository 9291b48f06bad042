// Constant steps that lose the solution end the run.
model Follower
  parameter Real k = 1000;
  Real x(start = 0, fixed = true);
equation
  der(x) = -k*(x - cos(time)) - sin(time);
end Follower;
----
involute run MODEL --step 0.01
----
status 3
constant steps of 0.01 are not stable with rk4
adaptive steps (no --step), or an implicit method such as radau
(stability)
!done
====
// The advice helps.
model Follower
  parameter Real k = 1000;
  Real x(start = 0, fixed = true);
equation
  der(x) = -k*(x - cos(time)) - sin(time);
end Follower;
----
involute run MODEL --step 0.001 && involute run MODEL && involute run MODEL --step 0.01 --method radau
----
status 0
x        0.54030
x        0.54030
x        0.54030
====
// Few steps are enough to know, and so are tiny units beside others.
model Charges
  Real q(start = 0, fixed = true), s(start = 1, fixed = true);
equation
  der(q) = (sin(time) - 1e12*q)/1e6;
  der(s) = -s;
end Charges;
----
involute run MODEL --step 1e-5 --stop 1e-3; involute run MODEL --step 1e-2 --stop 4e-2
----
status 3
constant steps of 1e-05 are not stable
constant steps of 0.01 are not stable
!done
====
// Bounded all the same: sin keeps what would explode within limits.
model Saturated
  Real x(start = 0, fixed = true), y(start = 0, fixed = true);
equation
  der(x) = -800*sin(x - cos(time));
  der(y) = x;
end Saturated;
----
involute run MODEL --step 0.02 --stop 2; involute run MODEL --step 0.02 --stop 2 --method euler
----
status 3
are not stable with rk4
are not stable with euler
====
// Undamped: rk4 is stable up to h w = 2.83, euler amplifies whatever the step.
model Swing
  parameter Real w = 100;
  Real x(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(x) = w*v;
  der(v) = -w*x;
end Swing;
----
involute run MODEL --step 0.027 --stop 10; involute run MODEL --step 0.03 --stop 10; involute run MODEL --method euler --step 0.01 --stop 10; involute run MODEL --method gauss6 --step 0.03 --stop 10
----
status 0
Swing: done at t = 10
constant steps of 0.03 are not stable with rk4
constant steps of 0.01 are not stable with euler
Swing: done at t = 10
====
// Growth that is the solution's own is none, however coarse the steps, nor is a velocity that vanishes on the way.
model Grows
  Real x(start = 1, fixed = true), y(start = 0, fixed = true), z(start = 0, fixed = true);
equation
  der(x) = x;
  der(y) = cos(time);
  der(z) = 10*time^9;
end Grows;
----
involute run MODEL --step 2 --stop 40 && involute run MODEL --step 0.1 --stop 600 && involute run MODEL --method euler --step 1 --stop 20
----
status 0
done at t = 40
done at t = 600
done at t = 20
====
// Heat, by a grid: the finer one asks for shorter steps.
model Rod
  parameter Integer n = 20;
  Real u[n](each start = 0, each fixed = true);
equation
  der(u[1]) = (n + 1)^2*(1 - 2*u[1] + u[2]);
  for i in 2:n - 1 loop
    der(u[i]) = (n + 1)^2*(u[i - 1] - 2*u[i] + u[i + 1]);
  end for;
  der(u[n]) = (n + 1)^2*(u[n - 1] - 2*u[n]);
end Rod;
----
involute run MODEL --step 0.001; involute run MODEL --step 0.002; involute run MODEL --step 0.01 --method lobatto3a4
----
status 0
Rod: done
constant steps of 0.002 are not stable
Rod: done
====
// Backward in time the same model is not stiff but explodes by itself; what explodes faster than that is told.
model Follower
  Real x(start = 0, fixed = true);
equation
  der(x) = -1000*(x - cos(time)) - sin(time);
end Follower;
----
involute run MODEL --step 0.02 --stop -1
----
status 3
not stable
====
// The retraction brings the planet back to its perihelion in every step.
----
involute run $ROOT/models/ModifiedKepler.mo --set eps=0 --set c=0.9 --method euler --step 0.002 --stop 2; involute run $ROOT/models/ModifiedKepler.mo --set eps=0 --set c=0.9 --method euler --step 0.001 --stop 2
----
status 0
the retraction undoes the constant steps of 0.002: it moves q[
Use a smaller --step
ModifiedKepler: done
====
model Comet
  Real x(start = 0.05, fixed = true), y(start = 0, fixed = true), u(start = 0, fixed = true), v(start = 6.244997998398398, fixed = true);
  Real r = sqrt(x^2 + y^2);
  Real energy = (u^2 + v^2)/2 - 1/r annotation(__involute(invariant = true));
  Real momentum = x*v - y*u annotation(__involute(invariant = true));
equation
  der(x) = u;
  der(y) = v;
  der(u) = -x/r^3;
  der(v) = -y/r^3;
end Comet;
----
involute run MODEL --method euler --step 0.0006 --stop 0.5; involute run MODEL --method rk4 --step 0.0006 --stop 0.5
----
status 0
the retraction undoes the constant steps of 0.0006
Comet: done
====
// What a paper did is done, and told.
----
involute run $ROOT/models/ModifiedKepler.mo --like 002 --retraction normal --set eps=0 --set c=0.9 --method euler --step 0.002 --stop 2
----
status 0
ModifiedKepler: done; constant steps do not follow the solution from t = 0.0
ModifiedKepler: done at t = 2
====
// A pulse between the stages of a constant step, and one at the end of a step.
model Blink
  Real y(start = 0, fixed = true);
equation
  der(y) = exp(-((time - 0.73)/1e-3)^2) + 1/(1 + ((time - 0.25)/1e-3)^2);
end Blink;
----
for m in rk4 radau; do involute run MODEL --step 0.05 --method $m; done; involute run MODEL --step 2e-4 --method rk4
----
status 0
t = 0.2: within a constant step of 0.05 an exponential, a tanh or a power
t = 0.2: within a constant step of 0.05 an exponential, a tanh or a power
Blink: done
!step of 0.0002
====
// Dry friction, smoothed: rk4 turns round in one step.
model Rub
  Real x(start = 1, fixed = true), v(start = -0.3, fixed = true);
equation
  der(x) = v;
  der(v) = -x - 0.2*v/sqrt(v^2 + 1e-8);
end Rub;
----
involute run MODEL --step 0.05 --method rk4 --stop 4
----
status 0
note: t = 2.
within a constant step of 0.05
====
// A fixed point, a cycle and a cycle whose directions cancel, of the methods' own: x
// goes to 1. Just within the edge of stability it does.
model Crowd
  Real x(start = 0.5, fixed = true);
equation
  der(x) = 60*x*(1 - x);
end Crowd;
----
for m in "rk4 --step 0.05" "heun --step 0.05" "rk4 --step 0.06" "kutta3 --step 0.0425" "rk4 --step 0.045"; do involute run MODEL --stop 5 --method $m; done
----
status 0
constant steps of 0.05 are not stable with rk4
the steps do not advance
constant steps of 0.05 are not stable with heun
the steps do not advance
constant steps of 0.06 are not stable with rk4
constant steps of 0.0425 are not stable with kutta3
the steps sustain it
Crowd: done at t = 5
====
// Two species, of which one is beyond the edge; oscillations in three steps are coarse.
model Species
  parameter Real w = 1;
  Real x(start = 0.1, fixed = true), y(start = 0.2, fixed = true), u(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(x) = 40*x*(1 - x - 0.2*y);
  der(y) = 10*y*(1 - y - 0.2*x);
  der(u) = w*v;
  der(v) = -w*u;
end Species;
----
involute run MODEL --stop 20 --method rk4 --step 0.09; involute run MODEL --stop 8 --method rk4 --step 0.04 --set w=50
----
status 0
constant steps of 0.09 are not stable with rk4
Species: done at t = 8
====
// The steps of a table are as long as it says, to the last bit: 1000 of 0.001 by hand; by default they lead from one rounded time to the next.
model Growth
  Real x(start = 1, fixed = true);
equation
  der(x) = x;
end Growth;
----
for s in given between; do involute run MODEL --stop 1 --method rk4 --step 0.001 --step-size $s --json; done | awk 'BEGIN { x = 1; h = 0.001; for (i = 0; i < 1000; i++) { a = x; b = x + h*(0.5*a); c = x + h*(0.5*b); d = x + h*c; x += h*(a/6 + b/3 + c/3 + d/6) } } /"t":/ { t = $2 + 0 } /"x":/ { sub(/,/, "", $2); e = ($2 - x)/4.44e-16; print "t = " t ", " (e == 0 ? "the same" : e*e < 100 ? "some ulps away" : "far away") }'
----
status 0
t = 1, the same
t = 1, some ulps away
