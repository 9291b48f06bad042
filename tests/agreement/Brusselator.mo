//: perturb x
//: x = 0.4135587830019579
//: y = 2.989025379473965
model Brusselator "a chemical oscillator; scipy DOP853"
  Real x(start = 1.5, fixed = true), y(start = 3, fixed = true);
equation
  der(x) = 1 + x^2*y - 4*x;
  der(y) = 3*x - x^2*y;
  annotation(experiment(StopTime = 10));
end Brusselator;
