//: stiff
//: v = 0.9985447376504509
model SmoothSwitch "a conductance that opens and closes by a logistic function; scipy Radau"
  Real v(start = 0, fixed = true), k;
equation
  k = 1e-3 + 1e3/(1 + exp(-sin(20*time)/1e-2));
  der(v) = (1 - v)*k - v;
  annotation(experiment(StopTime = 1.1));
end SmoothSwitch;
