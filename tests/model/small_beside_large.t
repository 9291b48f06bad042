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
