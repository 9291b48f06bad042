//: h1 = 0.336319330018
//: h2 = 0.360031953328
model TanksLevel "Two tanks whose levels meet, driven: infinite slopes at rest; Runge-Kutta in long double, 4e6 steps"
  Real h1(start = 1, fixed = true), h2(start = 0, fixed = true), q;
equation
  q = 0.7*sign(h1 - h2)*sqrt(abs(h1 - h2));
  der(h1) = -q + 0.2*sin(3*time);
  der(h2) = q/2;
  annotation(experiment(StopTime = 10));
end TanksLevel;
