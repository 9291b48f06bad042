// 8.6: active at initialisation with pre(n) = 0: n = 1; once more at 0.4.
model WhenInitialVector
  Integer n(start = 0, fixed = true);
equation
  when {initial(), time > 0.4} then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 1));
end WhenInitialVector;
//: at 0 n = 1
//: n = 2
