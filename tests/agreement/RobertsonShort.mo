//: stiff
//: a = 0.7158270687194032
//: b = 9.185534764557773e-06
//: c = 0.2841637457458293
model RobertsonShort "Robertson kinetics to t = 40; published"
  Real a(start = 1, fixed = true), b(start = 0, fixed = true, nominal = 1e-4), c(start = 0, fixed = true);
equation
  der(a) = -0.04*a + 1e4*b*c;
  der(b) = 0.04*a - 1e4*b*c - 3e7*b^2;
  der(c) = 3e7*b^2;
  annotation(experiment(StopTime = 40));
end RobertsonShort;
