model Oscillator "years of seconds later the same happens"
  Real x(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -x;
end Oscillator;
----
for m in auto dop853 dopri54 bs32 taylor radau gauss6 rk4; do for t in 0 1e9 -1e9; do involute run MODEL --start $t --stop $(awk -v t=$t 'BEGIN { printf "%.0f", t + 200 }') --points 1 --rtol 1e-9 --method $m --quiet --output - | awk -F, 'END { print $2 }'; done | awk -v m=$m '{ x[NR] = $1 } function far(a, b) { return a - b > 1e-10 || b - a > 1e-10 } END { print m, NR == 3 && !far(x[1], x[2]) && !far(x[1], x[3]) ? "same" : "differs: " x[1] " " x[2] " " x[3] }'; done
----
status 0
auto same
dop853 same
dopri54 same
bs32 same
taylor same
radau same
gauss6 same
rk4 same
====
model Pendulum "and on constraints"
  Real x(start = 1, fixed = true), y(start = 0), F;
equation
  der(der(x)) = -F*x;
  der(der(y)) = -F*y - 9.81;
  x^2 + y^2 = 1;
end Pendulum;
----
for m in dop853 radau; do for t in 0 1e9; do involute run MODEL --start $t --stop $(awk -v t=$t 'BEGIN { printf "%.0f", t + 100 }') --points 1 --rtol 1e-10 --method $m --quiet --output - | awk -F, 'END { print $2 }'; done | awk -v m=$m '{ x[NR] = $1 } END { d = x[1] - x[2]; print m, (NR == 2 && d < 1e-9 && d > -1e-9) ? "same" : "differs: " x[1] " " x[2] }'; done
----
status 0
dop853 same
radau same
