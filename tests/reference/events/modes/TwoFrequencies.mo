// 8.5: x'' = -x for x > 0 and -4x for x < 0, from x = 1: quarter period pi/2, then half a period pi/2 with amplitude 1/2.
model TwoFrequencies
  Real x(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -(if x > 0 then 1 else 4)*x;
  annotation(experiment(StopTime = 10, Tolerance = 1e-10));
end TwoFrequencies;
//: run --stop 2.356194490192345
//: x = -0.5 +- 1e-7
//: v = 0 +- 1e-6
//: run --stop 9.42477796076938
//: x = 1 +- 1e-6
//: v = 0 +- 1e-6
