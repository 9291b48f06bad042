//: u[3] = 0.0002126850522799883
//: u[7] = 0.0001578606302568639
model HeatedRod "a heat source that glows for a millisecond; scipy Radau"
  parameter Integer n = 8;
  Real u[n](each start = 0, each fixed = true), s;
equation
  s = 1e3*exp(-((time - 0.05)/1e-3)^2);
  der(u[1]) = 400*(u[2] - 2*u[1]);
  for i in 2:n - 1 loop
    der(u[i]) = 400*(u[i + 1] - 2*u[i] + u[i - 1]) + (if i == 3 then s else 0);
  end for;
  der(u[n]) = 400*(u[n - 1] - 2*u[n]);
  annotation(experiment(StopTime = 0.2));
end HeatedRod;
