// 3.7.4.1: delays inside an array of components with different times, one behind the other: sin(t - 0.6) from t = 0.6 on.
model DelayedChain
  block Lag
    parameter Real T = 0.1;
    input Real u;
    output Real y = delay(u, T);
  end Lag;
  Lag lag[3](T = {0.1, 0.2, 0.3});
  Real s(start = 0, fixed = true);
equation
  lag[1].u = sin(time);
  for k in 2:3 loop
    lag[k].u = lag[k - 1].y;
  end for;
  der(s) = lag[3].y;
  annotation(experiment(StopTime = 2, Tolerance = 1e-8));
end DelayedChain;
// sin 1.4 = 0.985449729988460, 1 - cos 1.4 = 0.830032857099759
//: lag[3].y = 0.98544972998846 +- 1e-6
//: s = 0.830032857099759 +- 1e-6
