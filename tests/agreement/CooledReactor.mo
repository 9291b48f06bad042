//: perturb h
//: h = 0.9781812099330315
//: c = 1
model CooledReactor "heat of reaction against cooling, fuel burning off; scipy DOP853"
  Real h(start = 0, fixed = true), c(start = 0, fixed = true);
equation
  der(h) = exp(h/(1 + 0.05*h))*(1 - c) - 2*h;
  der(c) = 0.02*exp(h/(1 + 0.05*h))*(1 - c);
  annotation(experiment(StopTime = 6));
end CooledReactor;
