// 8.3.5.1, 8.3.6: three balls in a loop, dropped from 1, 2 and 3, without loss; each as if it were alone.
model ArrayOfBalls
  Real h[3](start = {1, 2, 3}, each fixed = true), v[3](each start = 0, each fixed = true);
  Integer n[3](each start = 0, each fixed = true);
equation
  for i in 1:3 loop
    der(h[i]) = v[i];
    der(v[i]) = -9.81;
    when h[i] < 0 then
      reinit(v[i], -pre(v[i]));
      n[i] = pre(n[i]) + 1;
    end when;
  end for;
  annotation(experiment(StopTime = 2, Tolerance = 1e-10));
end ArrayOfBalls;
//: h[1] = 0.8155753445601617 +- 1e-6
//: h[2] = 0.49347124277064053 +- 1e-6
//: h[3] = 2.0681084461066126 +- 1e-6
//: n[1] = 2
//: n[2] = 2
//: n[3] = 1
