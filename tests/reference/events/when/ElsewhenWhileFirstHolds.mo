// 8.3.5.3: the first condition is true already and not an edge, so the elsewhen acts when its own becomes true.
model ElsewhenWhileFirstHolds
  Integer p(start = 0, fixed = true);
equation
  when time > 0.2 then
    p = 10*pre(p) + 1;
  elsewhen time > 0.6 then
    p = 10*pre(p) + 2;
  end when;
  annotation(experiment(StopTime = 1));
end ElsewhenWhileFirstHolds;
//: p = 12
