model Cosine
  parameter Real e = 1e-12;
  Real n(start = 0, fixed = true);
equation
  der(n) = 0;
  when cos(time) <= -1 + e then
    reinit(n, time);
  end when;
end Cosine;
----
for method in dop853 radau taylor gauss6; do for rtol in 1e-4 1e-7 1e-10; do involute run MODEL --stop 3.2 --method $method --rtol $rtol --json | grep -m 1 '"n": 3.141591239[345]' || echo missed by $method; done; done
----
status 0
"n": 3.141591239
!missed
====
model Stopper
  parameter Real e = 1e-8;
  Real x(start = 1), y(start = 0, fixed = true), u, v(start = 1, fixed = true), F;
  Real beyond(start = 0, fixed = true);
equation
  der(x) = u;
  der(y) = v;
  der(u) = -F*x;
  der(v) = -F*y;
  x^2 + y^2 = 1;
  der(beyond) = 0;
  when y > 1 - e then
    reinit(beyond, (y - (1 - e))/1e-15);
  end when;
end Stopper;
----
for method in dop853 radau taylor gauss6; do involute run MODEL --stop 1.6 --method $method --rtol 1e-9 --json | grep '"beyond": 0\.[1-9]' || echo missed by $method; done
----
status 0
"beyond": 0.
!missed
====
model Parabola
  parameter Real e = 1e-12;
  Real y(start = -1, fixed = true), w(start = 2, fixed = true);
  Real m(start = 0, fixed = true), moment(start = 0, fixed = true);
equation
  der(y) = w;
  der(w) = -2;
  der(m) = 0;
  der(moment) = 0;
  when y > -e then
    reinit(m, 1 + (y + e)/1e-14);
    reinit(moment, time);
  end when;
end Parabola;
----
for method in dop853 radau taylor gauss6; do for rtol in 1e-4 1e-7 1e-10; do involute run MODEL --stop 1 --method $method --rtol $rtol --json | tr -d '\n' | grep -o '"m": 1.0[0-9]*, *"moment": 0.99999[89][09][09][0-9]*' || echo missed by $method; done; done
----
status 0
"m": 1.0
!missed
====
// Whatever the steps are: a wall that is touched for 9 ms.
model Touch
  Real x(start = 0, fixed = true), v(start = 1, fixed = true), y(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -x;
  der(y) = if x > 0.99999 then 1 else 0;
end Touch;
----
for safety in 0.3 0.4 0.5 0.6 0.7 0.75 0.8 0.85 0.9; do involute run MODEL --stop 3 --rtol 1e-6 --points 1 --safety $safety --json | grep '"y": 0.00894' || echo missed with $safety; done
----
status 0
"y": 0.00894
!missed
