//: a = 0
//: b = 0
//: c = 2.2
model EmptiesTwice "two vessels run dry one after the other, by laws of other powers; closed form"
  Real a(start = 1, fixed = true), b(start = 1.2, fixed = true), c(start = 0, fixed = true);
equation
  der(a) = -1.3*noEvent(if a > 0 then sqrt(a) else 0);
  der(b) = -0.9*max(b, 0)^(2/3);
  a + b + c = 2.2;
  annotation(experiment(StopTime = 6));
end EmptiesTwice;
