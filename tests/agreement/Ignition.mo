//: perturb T
//: T = 1.263507429945538
//: c = 0.1317537149727695
model Ignition "an exothermal reaction after Arrhenius; scipy Radau"
  Real T(start = 1, fixed = true), c(start = 0, fixed = true);
equation
  der(T) = (1 - c)*1e4*exp(-12/T);
  der(c) = (1 - c)*0.5e4*exp(-12/T);
  annotation(experiment(StopTime = 1.5));
end Ignition;
