//: stiff
//: v = -0.7964881950982032
model Clipper "two diodes clip a sine across a capacitor; scipy Radau"
  Real v(start = 0, fixed = true);
equation
  1e-4*der(v) = (3*sin(5*time) - v)/100 - 1e-9*(exp(v/0.05) - exp(-v/0.05));
  annotation(experiment(StopTime = 2));
end Clipper;
