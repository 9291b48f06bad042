//: y = 85.33333333333331
model PrescribedFront "a mass that a constraint moves through a front, index 3; closed form"
  Real x, v, F, y(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = F;
  x = tanh((time - 1)/0.05);
  der(y) = x + 0.01*F*F;
  annotation(experiment(StopTime = 2));
end PrescribedFront;
