//: u = 1.258956544464877
//: w = 0.7410434555351233
model LoopOfCapacitors "two capacitors in a loop with a source that steps, index 2; closed form"
  Real u(start = 0, fixed = true), w, i, j, s;
equation
  s = 1 + tanh((time - 1)/1e-3);
  u + w = s;
  der(u) = i - u;
  der(w) = i - j;
  j = 2*w;
  annotation(experiment(StopTime = 2));
end LoopOfCapacitors;
