// 8.4: the same through an equation, in a model with a state; with pre(open) the alarm does come.
model OrderThroughEquation
  Real x(start = 0, fixed = true);
  Boolean open(start = true, fixed = true), alarm(start = false, fixed = true), late(start = false, fixed = true);
  Boolean full = x > 0.5, both = full and open, before = full and pre(open);
equation
  der(x) = 1;
  when both then
    alarm = true;
  end when;
  when before then
    late = true;
  end when;
  when full then
    open = false;
  end when;
  annotation(experiment(StopTime = 1));
end OrderThroughEquation;
//: alarm = 0
//: late = 1
//: open = 0
