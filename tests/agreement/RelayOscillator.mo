//: perturb x
//: x = 0.6348970737382073
//: v = -0.7441622334341559
model RelayOscillator "an oscillator that a relay keeps going; scipy DOP853"
  Real x(start = 0.1, fixed = true), v(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -x + 0.3*tanh(v/1e-3) - 0.4*v;
  annotation(experiment(StopTime = 20));
end RelayOscillator;
