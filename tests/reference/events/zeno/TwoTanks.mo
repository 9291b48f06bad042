// 8.5: one tap for two leaking tanks, turned to the one that is empty; the water ends at (1 + 1)/(0.5 + 0.5 - 0.75) = 8, where the
// switchings pile up.
model TwoTanks
  Real a(start = 1, fixed = true), b(start = 1, fixed = true);
  Boolean left(start = true, fixed = true);
equation
  der(a) = (if left then 0.75 else 0) - 0.5;
  der(b) = (if left then 0 else 0.75) - 0.5;
  when b <= 0 then
    left = false;
  elsewhen a <= 0 then
    left = true;
  end when;
  annotation(experiment(StopTime = 10));
end TwoTanks;
//: exit 3
//: says number 8 +- 0.02
//: always a >= -1e-6
//: always b >= -1e-6
//: says <= 0
//: run
//: run --rtol 1e-9
