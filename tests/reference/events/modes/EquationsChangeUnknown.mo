// 8.3.4: a switch that fixes the voltage or the current of one branch: open until 1 (i = 0), then closed (v = 0). The source 10 V
// charges C = 1 through R = 1 from 1 on: u = 10 (1 - exp(-(t - 1))).
model EquationsChangeUnknown
  Real u(start = 0, fixed = true), i, v;
  Boolean closed = time >= 1;
equation
  10 = i + v + u;
  der(u) = i;
  if closed then
    v = 0;
  else
    i = 0;
  end if;
  annotation(experiment(StopTime = 2, Tolerance = 1e-10));
end EquationsChangeUnknown;
//: run --every 0.5
//: at 0.5 v = 10 +- 1e-9
//: at 0.5 i = 0
//: u = 6.321205588285577 +- 1e-7
//: v = 0
