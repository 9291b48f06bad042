//: perturb x
//: x = 1.439985257686606
//: v = 0.4200505417700398
model PotentialBump "an oscillator that passes a narrow potential bump; scipy DOP853"
  Real x(start = 1.5, fixed = true), v(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -x + 1000*(x - 0.5)*exp(-((x - 0.5)/0.01)^2);
  annotation(experiment(StopTime = 6));
end PotentialBump;
