// 8.6: an initial equation holds when the initial problem is solved; that pre is iterated afterwards is no error.
model FirstLaterIsNoError
  Boolean a, b;
  Integer n(start = 0, fixed = true);
initial equation
  pre(b) = true;
equation
  b = time > 0.5;
  a = pre(b);
  when a then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 1));
end FirstLaterIsNoError;
//: at 0 a = 0
//: n = 1
//: a = 1
