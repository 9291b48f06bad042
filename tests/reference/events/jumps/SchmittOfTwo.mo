// 8.5: beyond the kink at y = 1 there are two other solutions, y = -1 and, by a window in the characteristic, y = -3: which one is not
// for the program to choose.
model SchmittOfTwo
  parameter Real k = 1000, b = 0.5;
  Real v = time, y(start = 1), x;
equation
  x = k*(b*y - v);
  y = noEvent(if x > 1 then 1 else if x > -1 then x else if x > -1200 then -1 else if x > -1201 then -1 + 2*(x + 1200) else -3);
  annotation(experiment(StopTime = 1));
end SchmittOfTwo;
//: exit fails
//: never says jumps from
