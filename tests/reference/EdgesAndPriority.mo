model EdgesAndPriority "edge, change, elsewhen and vectors of conditions: who counts what"
  Boolean high = sin(time) > 0.5, day = cos(time) > 0;
  Integer rises(start = 0, fixed = true), changes(start = 0, fixed = true), p(start = 0, fixed = true);
  Real x(start = 0, fixed = true) "how long it was high";
equation
  der(x) = if high then 1 else 0;
  when edge(high) then
    rises = pre(rises) + 1;
  end when;
  when change(day) then
    changes = pre(changes) + 1;
  end when;
  when {time >= 1, time >= 3} then
    p = 10*pre(p) + 1;
  elsewhen {time >= 1, time >= 2} then
    p = 10*pre(p) + 2;
  end when;
end EdgesAndPriority;
// sin t > 1/2 from pi/6 to 5 pi/6 and a turn later; cos changes its sign at pi/2 + n pi; at t = 1 only the first branch acts, at 2 the
// second, at 3 the first: 121.
//: --rtol 1e-10 --stop 8
//: x = 3.28761101961531 +- 1e-9
//: rises = 2
//: changes = 3
//: p = 121
//: events = 9
