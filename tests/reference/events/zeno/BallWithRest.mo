// 8.3.6: the model offers a mode of rest (neither above the floor nor moving up): it is taken, and the run ends well.
model BallWithRest
  parameter Real e = 0.5;
  Real h(start = 1, fixed = true), v(start = 0, fixed = true);
  Boolean flying;
equation
  der(h) = v;
  der(v) = if flying then -9.81 else 0;
  flying = not (h <= 0 and v <= 0);
  when h < 0 then
    reinit(v, -e*pre(v));
  end when;
  annotation(experiment(StopTime = 3));
end BallWithRest;
//: h = 0 +- 1e-6
//: v = 0 +- 1e-4
//: always h >= -1e-6
