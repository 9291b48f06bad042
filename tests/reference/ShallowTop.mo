model ShallowTop "The top of a sine is passed 1e-9 below it: the slope is 4.5e-5 there"
  parameter Real e = 1e-9;
  Real x(start = 0, fixed = true), v(start = 1, fixed = true);
  Real excess(start = 1, fixed = true) "beyond the threshold, at the event";
  Real moment(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -x;
  der(excess) = 0;
  der(moment) = 0;
  when x > 1 - e then
    reinit(excess, x - (1 - e));
    reinit(moment, time);
  end when;
end ShallowTop;
// The event lies at acos(e - 1) - pi/2; the relation ends as long after the top.
//: --rtol 1e-12 --stop 2
//: excess = 0 +- 4.5e-16
//: moment = 1.5707516054346648 +- 5e-8
//: events = 2
