//: stiff
//: x = 9.727984318861268e-05
model SlidingMode "reaches zero in finite time and slides there; scipy Radau"
  Real x(start = 1, fixed = true);
equation
  der(x) = -tanh(x/1e-4) + 0.3*time;
  annotation(experiment(StopTime = 2.5));
end SlidingMode;
