// The push is a discrete variable; it ends at t = 2, and x returns to the surface at 3: x = 1 at 2, then falls by 1 a second.
model EndsByWhen
  Real x(start = 0.25, fixed = true);
  discrete Real push(start = 0, fixed = true);
equation
  when {time > 1, time > 2} then
    push = if time > 2 then 0 else 2;
  end when;
  der(x) = (if x > 0 then -1 else 1) + push;
  annotation(experiment(StopTime = 4));
end EndsByWhen;
//: methods auto dop853 radau taylor gauss6
//: run --at-sliding filippov --every 0.25
//: at 0.75 x = 0 +- 1e-9
//: at 1.5 x = 0.5 +- 1e-8
//: at 2.5 x = 0.5 +- 1e-8
//: x = 0 +- 1e-9
