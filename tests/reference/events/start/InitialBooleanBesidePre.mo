// 8.6: a = pre(b) = true solves the initial problem with pre(b) = true; b is false, so the iteration makes a false before
// integration begins. a becomes true again when b does, at 0.5.
model InitialBooleanBesidePre
  Boolean a, b;
  Real x(start = 0, fixed = true);
initial equation
  a = true;
equation
  a = pre(b);
  b = time > 0.5;
  der(x) = if a then 1 else 0;
  annotation(experiment(StopTime = 1));
end InitialBooleanBesidePre;
//: x = 0.5 +- 1e-8
//: a = 1
