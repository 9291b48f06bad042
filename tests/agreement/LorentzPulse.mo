//: y = 1.57079632679437
model LorentzPulse "a pulse that is a rational function, width 1e-4; closed form"
  Real y(start = 0, fixed = true);
equation
  der(y) = 1e4/(1 + ((time - 1)/1e-4)^2)^2;
  annotation(experiment(StopTime = 2.2));
end LorentzPulse;
