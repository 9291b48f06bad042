// 8.5: intervals that double: 0.1, 0.3, 0.7, 1.5; with a state.
model GrowingIntervals
  discrete Real next(start = 0.1, fixed = true), gap(start = 0.1, fixed = true);
  Real x(start = 0, fixed = true);
  Boolean on(start = false, fixed = true);
equation
  der(x) = if on then 1 else 0;
  when time >= pre(next) then
    gap = 2*pre(gap);
    next = pre(next) + gap;
    on = not pre(on);
  end when;
  annotation(experiment(StopTime = 1));
end GrowingIntervals;
// on in 0.1-0.3 and 0.7-1
//: x = 0.5 +- 1e-8
//: gap = 0.8 +- 1e-14
