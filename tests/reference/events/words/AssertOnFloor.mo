// 8.3.7: round-off does not violate an assertion about the guard of the ball's own event, at which h = 0.
model AssertOnFloor
  Real h(start=1,fixed=true), v(start=0,fixed=true);
equation
  der(h)=v; der(v)=-9.81;
  when h <= 0 then reinit(v, -0.8*pre(v)); end when;
  assert(h >= 0, "below " + String(h));
  annotation(experiment(StopTime=2));
end AssertOnFloor;
//: events = 3
