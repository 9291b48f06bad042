// 8.6: a reinit that is active during initialisation is the initial equation x = 2; at x = 3, t = 1, it acts as ever.
model ReinitAtInitial
  Real x;
equation
  der(x) = 1;
  when {initial(), time >= 1} then
    reinit(x, 2);
  end when;
  annotation(experiment(StopTime = 1.5));
end ReinitAtInitial;
//: at 0 x = 2 +- 1e-12
//: x = 2.5 +- 1e-8
