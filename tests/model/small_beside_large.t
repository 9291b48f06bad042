model Oscillators "one that is 1e14 times as large takes no digits of the other"
  Real large(start = 1e10, fixed = true), a(start = 0, fixed = true);
  Real small(start = 1e-4, fixed = true), b(start = 0, fixed = true);
equation
  2*der(large) + der(b) = 2*a - 20*small;
  der(a) = -large;
  der(small) = 20*b;
  der(b) = -20*small;
end Oscillators;
----
for m in auto dop853 dopri54 bs32 taylor radau gauss6; do involute run MODEL --stop 6 --points 1 --rtol 1e-9 --max-steps 100000 --method $m --columns small --quiet --output - | awk -F, -v m=$m 'END { e = ($2/1e-4 - cos(120))/1e-9; print m, (e > -3000 && e < 3000 ? "kept" : "off by " e " tolerances") }'; done
----
status 0
auto kept
dop853 kept
dopri54 kept
bs32 kept
taylor kept
radau kept
gauss6 kept
====
model Rotors "nor where both are on constraints"
  parameter Real R = 1e10;
  Real X(start = R, fixed = true), Y(start = 0), F;
  Real x(start = 1, fixed = true), y(start = 0), f;
equation
  der(der(X)) = -F*X;
  der(der(Y)) = -F*Y;
  X^2 + Y^2 = R^2;
  der(der(x)) = -f*x;
  der(der(y)) = -f*y;
  x^2 + y^2 = 1;
initial equation
  der(Y) = R;
  der(y) = 20;
end Rotors;
----
for m in auto dop853 dopri54 taylor radau gauss6; do for r in staged normal; do involute run MODEL --stop 6 --points 1 --rtol 1e-9 --max-steps 100000 --retraction $r --method $m --columns x --quiet --output - | awk -F, -v m="$m $r" 'END { e = ($2 - cos(120))/1e-9; print m, (e > -3000 && e < 3000 ? "kept" : "off by " e " tolerances") }'; done; done
----
status 0
auto staged kept
auto normal kept
dop853 staged kept
dop853 normal kept
dopri54 staged kept
dopri54 normal kept
taylor staged kept
taylor normal kept
radau staged kept
radau normal kept
gauss6 staged kept
gauss6 normal kept
====
model Flyby "nor what an invariant ties: all of the force acts within 1e-8 s, and leaves -1/(b v)"
  Real q[2](start = {0.4, 0}, each fixed = true), p[2](start = {0, 6e7}, each fixed = true);
  Real H = p*p/2 - 1/sqrt(q*q) annotation(__involute(invariant = true));
equation
  der(q) = p;
  der(p) = -q/sqrt(q*q)^3;
end Flyby;
----
for m in auto dop853 dopri54 taylor radau gauss6; do for r in 1e-8 1e-10; do involute run MODEL --stop 0.6 --points 1 --rtol $r --method $m --columns 'p[1]' --quiet --output - | awk -F, -v m="$m $r" 'END { e = ($2 + 1/(0.4*6e7))/1e-11; print m, (e > -50 && e < 50 ? "kept" : "off by " e " tolerances") }'; done; done
----
status 0
auto 1e-8 kept
auto 1e-10 kept
dop853 1e-8 kept
dop853 1e-10 kept
dopri54 1e-8 kept
dopri54 1e-10 kept
taylor 1e-8 kept
taylor 1e-10 kept
radau 1e-8 kept
radau 1e-10 kept
gauss6 1e-8 kept
gauss6 1e-10 kept
====
model Tension "what constraints tie to each other is no better than the round-off of the largest"
  Real x[2](each start = 0.02, each fixed = true), y[2](each start = 1), l[2];
initial equation
  der(x) = zeros(2);
equation
  x[1]^2 + y[1]^2 = 0.9;
  der(der(x[1])) = -l[1]*x[1];
  der(der(x[2])) = -l[2]*x[2];
  der(der(y)) = ones(2);
  x[2]^2 + y[2]^2 = (1 + 0.1*l[1])^2;
end Tension;
----
for m in dop853 taylor radau; do for r in 1e-8 1e-10 1e-12; do involute run MODEL --stop 0.02 --points 1 --rtol $r --method $m --columns 'x[2]' --quiet --output - | awk -F, -v m="$m $r" 'END { printf "%s %.5f\n", m, $2 }'; done; done
----
status 0
dop853 1e-8 89685.22
dop853 1e-10 89685.22
dop853 1e-12 89685.22
taylor 1e-8 89685.22
taylor 1e-10 89685.22
taylor 1e-12 89685.22
radau 1e-8 89685.22
radau 1e-10 89685.22
radau 1e-12 89685.22
====
model DiodeBridge "currents of 1e-9 beside voltages of 10: constraints whose gradients differ by 1e-9 in units of the tolerance; the reference is scipy's Radau at 1e-9 on the two differential equations, the nodes solved by bisection"
  parameter Real L = 1e-3, C = 1e-5, R = 1000, Is = 1e-12, Vt = 0.0256, g = 1e-9;
  Real i(start = 0, fixed = true), v(start = 0, fixed = true);
  Real va, vb, i1, i2, i3, i4;
equation
  L*der(i) = 10*sin(314.159*time) - (va - vb);
  C*der(v) = i1 + i2 - v/R;
  i1 = Is*(exp((va - v)/Vt) - 1) + g*(va - v);
  i2 = Is*(exp((vb - v)/Vt) - 1) + g*(vb - v);
  i3 = Is*(exp(-va/Vt) - 1) - g*va;
  i4 = Is*(exp(-vb/Vt) - 1) - g*vb;
  i + i3 = i1;
  -i + i4 = i2;
end DiodeBridge;
----
for a in "--rtol 1e-5" "--rtol 1e-9" "--rtol 1e-11 --max-steps 100000" "--method radau --rtol 1e-7" "--method radau --rtol 1e-11" "--method gauss6 --rtol 1e-8"; do involute run MODEL --stop 0.06 --points 1 $a --columns v --quiet --output - | awk -F, -v a="$a" 'END { e = $2 - 5.67664341; print a, (e > -1e-6 && e < 1e-6 ? "agrees" : "off by " e) }'; done
----
status 0
--rtol 1e-5 agrees
--rtol 1e-9 agrees
--rtol 1e-11 --max-steps 100000 agrees
--method radau --rtol 1e-7 agrees
--method radau --rtol 1e-11 agrees
--method gauss6 --rtol 1e-8 agrees
