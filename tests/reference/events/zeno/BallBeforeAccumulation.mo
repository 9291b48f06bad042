// 8.3.6: before the accumulation the parabolas between impacts hold in closed form.
model BallBeforeAccumulation
  parameter Real e = 0.5;
  Real h(start = 1, fixed = true), v(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(h) = v;
  der(v) = -9.81;
  when h < 0 then
    reinit(v, -e*pre(v));
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 1, Tolerance = 1e-9));
end BallBeforeAccumulation;
//: always h >= -1e-8
//: run --set e=0.3 --stop 0.8
//: h = 0.0014122332306672376 +- 1e-6
//: v = -0.36223470846166683 +- 1e-6
//: n = 2
//: run --set e=0.5 --stop 1.3
//: h = 0.00024163733329498447 +- 1e-6
//: v = 0.12008010564099453 +- 1e-6
//: n = 5
//: run --set e=0.9 --stop 6
//: h = 0.03560549957572384 +- 1e-6
//: v = -1.110648733132373 +- 1e-6
//: n = 11
//: run --set e=1 --stop 20
//: h = 0.9132879016177475 +- 1e-5
//: v = -1.3043356049191441 +- 1e-4
//: n = 22
