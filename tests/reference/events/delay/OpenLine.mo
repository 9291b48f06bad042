// 3.7.4.1: an open line at an ideal source, which makes a step: the square wave goes to and fro for
// ever. Its jumps stay jumps, however often they are delayed.
model OpenLine
  parameter Real Z = 50, T = 0.25;
  Real v1, i1, v2, i2, es, er;
equation
  v1 = if time > 0.125 then 1 else 0;
  i2 = 0;
  v1 = Z*i1 + es;
  v2 = Z*i2 + er;
  es = 2*delay(v2, T) - delay(er, T);
  er = 2*delay(v1, T) - delay(es, T);
  annotation(experiment(StopTime = 10));
end OpenLine;
//: v2 = 0 +- 1e-9
//: run --every 0.25
//: at 0.25 v2 = 0
//: at 0.375 before v2 = 0
//: at 0.375 after v2 = 2 +- 1e-12
//: at 0.875 before v2 = 2 +- 1e-12
//: at 0.875 after v2 = 0 +- 1e-12
//: at 9.375 before v2 = 0 +- 1e-9
//: at 9.375 after v2 = 2 +- 1e-9
//: always v2 <= 2.000001
//: always v2 >= -1e-6
