// 8.5: RC charged towards 1 until 0.8 and discharged to 0.2: ln 5 first, then ln 4 each.
model ChargeDischarge
  Real v(start = 0, fixed = true);
  Boolean charge(start = true, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(v) = (if charge then 1 else 0) - v;
  when v > 0.8 then
    charge = false;
  elsewhen v < 0.2 then
    charge = true;
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 5, Tolerance = 1e-10));
end ChargeDischarge;
// up at ln 5 = 1.609, down at 2.996, up at 4.382, falling since
//: v = 0.43122860794146994 +- 1e-7
//: n = 1
//: charge = 0
