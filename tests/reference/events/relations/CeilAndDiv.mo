// 3.7.2: ceil and div are event generating: ceil(2 t) = 1, 2, 3 after 0, 0.5, 1 and div(integer(4 t), 2) = 0, 1, 2 from 0, 0.5, 1.
model CeilAndDiv
  Real c = ceil(2*time), y(start = 0, fixed = true);
  Integer d = div(integer(4*time), 2);
equation
  der(y) = 10*c + d;
  annotation(experiment(StopTime = 1.25, Tolerance = 1e-9));
end CeilAndDiv;
// 10 (0.5 + 1 + 0.75) + (0 + 0.5 + 0.5)
//: y = 23.5 +- 1e-7
//: c = 3
//: d = 2
