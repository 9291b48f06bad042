// 8.5, 8.3.6: as BallStrict, with h <= 0.
model BallWeak
  parameter Real e = 0.5;
  Real h(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(h) = v;
  der(v) = -9.81;
  when h <= 0 then
    reinit(v, -e*pre(v));
  end when;
  annotation(experiment(StopTime = 20));
end BallWeak;
//: exit 3
//: says h <= 0
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
