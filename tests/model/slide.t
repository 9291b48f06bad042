model Slides
  Real v(start = 1, fixed = true);
equation
  der(v) = 0.3 - sign(v);
end Slides;
----
for method in auto dop853 radau taylor gauss6; do for rtol in 1e-4 1e-6 1e-10; do involute run MODEL --stop 3 --method $method --rtol $rtol --output out.csv; echo "exit $?"; done; done 2>&1 | grep -e exit -e error | sort | uniq -c | grep -o -e '15 exit.*' -e 'slides along, or chatters at, v = 0 (a kink of sign(v))' -e 'step size fell' -e 'did not reach'
----
status 0
slides along, or chatters at, v = 0 (a kink of sign(v))
15 exit 3
!step size fell
!did not reach
====
model Chatters
  Real v(start = 1, fixed = true);
equation
  der(v) = if v > 0 then -1 else 1;
end Chatters;
----
for method in auto dop853 radau taylor; do involute run MODEL --stop 3 --method $method; done
----
status 3
slides along, or chatters at, v > 0
slides along, or chatters at, v > 0
slides along, or chatters at, v > 0
slides along, or chatters at, v > 0
!step size fell
====
model Wedged "a block that is pushed by less than its friction, after it came to rest"
  Real x(start = 0, fixed = true), v(start = 2, fixed = true), F;
equation
  der(x) = v;
  der(v) = sin(time)/2 - F;
  F = 3*abs(v)/v;
end Wedged;
----
involute run MODEL --stop 3
----
status 3
the solution slides along, or chatters at, v = 0 (a kink of abs(v))
tanh(x/1e-3)
====
model Steep "steep, but no jump: what the advice leads to"
  Real v(start = 1, fixed = true);
equation
  der(v) = 0.3 - max(-1, min(1, 1e9*v));
end Steep;
----
involute run MODEL --stop 3 --method radau && involute run MODEL --stop 3 --method taylor
----
status 3
done at t = 3
!slides
====
model Tanh
  Real v(start = 1, fixed = true);
equation
  der(v) = 0.3 - tanh(v/1e-3);
end Tanh;
----
involute run MODEL --stop 3
----
status 0
done at t = 3
!slides
