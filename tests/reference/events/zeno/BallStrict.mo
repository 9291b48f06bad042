// 8.5, 8.3.6: impacts at t1 + 2 t1 (e + e^2 + ...), t1 = sqrt(2/g), pile up at t1 (1 + e)/(1 - e). The model says nothing of what
// comes after: the run stops there, names the comparison and the time, and the ball is not below the floor. e = 0: the guard holds
// after its reinit.
model BallStrict
  parameter Real e = 0.5;
  Real h(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(h) = v;
  der(v) = -9.81;
  when h < 0 then
    reinit(v, -e*pre(v));
  end when;
  annotation(experiment(StopTime = 20));
end BallStrict;
//: exit 3
//: says h < 0
//: always h >= -1e-6
//: final h >= -1e-6
//: run --set e=0 --rtol 1e-4
//: says number 0.451523641 +- 0.0005
//: run --set e=0 --rtol 1e-6
//: says number 0.451523641 +- 0.0005
//: run --set e=0 --rtol 1e-9
//: says number 0.451523641 +- 0.0005
//: run --set e=0.1 --rtol 1e-4
//: says number 0.5518622279 +- 0.0006
//: run --set e=0.1 --rtol 1e-6
//: says number 0.5518622279 +- 0.0006
//: run --set e=0.1 --rtol 1e-9
//: says number 0.5518622279 +- 0.0006
//: run --set e=0.3 --rtol 1e-4
//: says number 0.8385439047 +- 0.0008
//: run --set e=0.3 --rtol 1e-6
//: says number 0.8385439047 +- 0.0008
//: run --set e=0.3 --rtol 1e-9
//: says number 0.8385439047 +- 0.0008
//: run --set e=0.5 --rtol 1e-4
//: says number 1.354570923 +- 0.001
//: run --set e=0.5 --rtol 1e-6
//: says number 1.354570923 +- 0.001
//: run --set e=0.5 --rtol 1e-9
//: says number 1.354570923 +- 0.001
//: run --set e=0.7 --rtol 1e-4
//: says number 2.558633966 +- 0.003
//: run --set e=0.7 --rtol 1e-6
//: says number 2.558633966 +- 0.003
//: run --set e=0.7 --rtol 1e-9
//: says number 2.558633966 +- 0.003
//: run --set e=0.9 --rtol 1e-4
//: says number 8.578949179 +- 0.009
//: run --set e=0.9 --rtol 1e-6
//: says number 8.578949179 +- 0.009
//: run --set e=0.9 --rtol 1e-9
//: says number 8.578949179 +- 0.009
