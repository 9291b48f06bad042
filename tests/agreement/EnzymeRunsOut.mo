//: s = 0.001174676268547716
model EnzymeRunsOut "kinetics that saturate until the substrate is gone; closed form"
  Real s(start = 1, fixed = true), p(start = 0, fixed = true);
equation
  der(s) = -s/(1e-4 + s);
  s + p = 1;
  annotation(experiment(StopTime = 0.9995));
end EnzymeRunsOut;
