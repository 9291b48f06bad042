// Guesses far from any solution, and fixed values that are too many.
model Pendulum
  Real x(start = 1000), y(start = -3000), vx(start = 1e4), vy(start = -500), F(start = 1e9);
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = -F*x;
  der(vy) = -F*y - 9.81;
  x^2 + y^2 = 1;
end Pendulum;
----
involute analyze MODEL
----
status 0
index 3, 2 degrees of freedom
x 0.316227766
y -0.948683298
====
model Pendulum
  Real x(start = 1e-9), y(start = -1e-8), vx(start = 1), vy(start = -1), F;
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = -F*x;
  der(vy) = -F*y - 9.81;
  x^2 + y^2 = 1;
end Pendulum;
----
involute analyze MODEL
----
status 0
x 0.0995037
y -0.9950371
====
// The linkage, from guesses outside of it and from none at all.
----
sed 's/start = 0.5)/start = -5)/; s/start = 0.866)/start = 7)/; s/start = 2.4155)/start = 20)/; s/start = 1.4413)/start = 13)/' $ROOT/models/FourBar.mo > far.mo && involute run far.mo --stop 1 && sed 's/, start = [0-9.]*)/)/g' $ROOT/models/FourBar.mo > none.mo && involute run none.mo --stop 1
----
status 0
index 3, 2 degrees of freedom
index 3, 2 degrees of freedom
====
model Chain
  parameter Integer N = 7;
  Real p[N + 1, 2](start = {{0.3*i^2, 5 - 3*i} for i in 0:N}), v[N, 2](each start = 1), s[N], f[N + 1, 2];
equation
  p[1, :] = {0, 0};
  f[N + 1, :] = zeros(2);
  for i in 1:N loop
    der(p[i + 1, :]) = v[i, :];
    f[i, :] = s[i]*(p[i, :] - p[i + 1, :]);
    der(v[i, :]) = f[i, :] - f[i + 1, :] + {0, -9.81};
    (p[i + 1, :] - p[i, :])*(p[i + 1, :] - p[i, :]) = 1;
  end for;
end Chain;
----
involute run MODEL --stop 0.5
----
status 0
index 3, 14 degrees of freedom
====
// All masses on one point.
model Chain
  parameter Integer N = 7;
  Real p[N + 1, 2], v[N, 2], s[N], f[N + 1, 2];
equation
  p[1, :] = {0, 0};
  f[N + 1, :] = zeros(2);
  for i in 1:N loop
    der(p[i + 1, :]) = v[i, :];
    f[i, :] = s[i]*(p[i, :] - p[i + 1, :]);
    der(v[i, :]) = f[i, :] - f[i + 1, :] + {0, -9.81};
    (p[i + 1, :] - p[i, :])*(p[i + 1, :] - p[i, :]) = 1;
  end for;
end Chain;
----
involute run MODEL --stop 0.5
----
status 0
index 3, 14 degrees of freedom
====
// Seven pendula of index 15 from the wrong side, one and a half times too long.
----
sed 's/each start = 0.02, each fixed = true/each start = -0.5/; s/each start = 1)/each start = 1.5)/; /initial equation/,/end for/d' $ROOT/models/TensionChain.mo > far.mo && involute run far.mo --stop 0.2
----
status 0
index 15, 14 degrees of freedom
====
// Three fixed values for two degrees of freedom are fine as long as they agree.
model Pendulum
  Real x(start = 0.6, fixed = true), y(start = -0.8, fixed = true), vx(start = 0.5, fixed = true), vy, F;
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = -F*x;
  der(vy) = -F*y - 9.81;
  x^2 + y^2 = 1;
end Pendulum;
----
involute analyze MODEL
----
status 0
2 degrees of freedom
vy 0.375
!note
====
// x and y do not: they and the rod are the conflict, vx is no part of it.
model Pendulum
  Real x(start = 0.6, fixed = true), y(start = -0.7, fixed = true), vx(start = 0.5, fixed = true), vy, F;
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = -F*x;
  der(vy) = -F*y - 9.81;
  x^2 + y^2 = 1;
end Pendulum;
----
involute analyze MODEL
----
status 1
model.mo:9:3: error: no consistent initial values found: x and y are fixed, but only 1 of them is free: x^2 + y^2 = 1 (model.mo:9) has the residual -0.15, where x = 0.6 (fixed), y = -0.7 (fixed)
!vx = 0.5
====
// Position and both velocities.
model Pendulum
  Real x(start = 0.6, fixed = true), y(start = -0.8), vx(start = 0.5, fixed = true), vy(start = 1, fixed = true), F;
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = -F*x;
  der(vy) = -F*y - 9.81;
  x^2 + y^2 = 1;
end Pendulum;
----
involute analyze MODEL
----
status 1
error: no consistent initial values found: x, vx and vy are fixed, but only 2 of them are free: the derivative of x^2 + y^2 = 1 (model.mo:9) has the residual
x = 0.6 (fixed)
vx = 0.5 (fixed)
vy = 1 (fixed)
====
// A branch is chosen by the nearer guess: elbow up, elbow down.
model Arm
  Real a(start = 1.2), b(start = -1.5);
equation
  cos(a) + cos(a + b) = 1.2 + 0.1*time;
  sin(a) + sin(a + b) = 0.5;
end Arm;
----
involute analyze MODEL && involute analyze MODEL --set a=-0.5 --set b=1.5
----
status 0
b -1.72642
b 1.72642
====
// A crank that has turned 16 000 times: its angle leaves ten digits of what depends on it, and rows that do not contain it must still hold.
----
involute run AndrewsSqueezer --set beta=100530.90320098337 --rtol 1e-8 --points 3
----
status 0
done at t = 0.03
