//: stop=0.12 points=3 method=dop853 rtol=1e-9 done
model SideAtStart "A comparison that leaves its boundary at the start and comes back before the next row"
  Real x(start = 0, fixed = true), v(start = 1, fixed = true);
equation
  der(x) = v;
  (if x > 0 then 4 else 1)*der(v) = x - 277.8;
end SideAtStart;
