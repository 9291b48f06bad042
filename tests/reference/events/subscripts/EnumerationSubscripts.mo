// 10.5, 4.9.5: values of an enumeration as subscripts of a dimension of this type, changing by when.
model EnumerationSubscripts
  type Gear = enumeration(low, middle, high);
  parameter Real ratio[Gear] = {4, 2, 1};
  Gear gear(start = Gear.low, fixed = true);
  Real y = ratio[gear], s(start = 0, fixed = true);
equation
  when time > 0.5 then
    gear = Gear.middle;
  elsewhen time > 0.75 then
    gear = Gear.high;
  end when;
  der(s) = y;
  annotation(experiment(StopTime = 1));
end EnumerationSubscripts;
//: y = 1 +- 0
//: s = 2.75 +- 1e-9
