// 8.4: nothing names y or z, so they do not move at the event though their equations change completely.
model NoStateMovesUnasked
  Real x(start = 0, fixed = true), y(start = 1, fixed = true), z(start = 2, fixed = true);
  Boolean late = time > 0.5;
equation
  der(x) = 1;
  der(y) = if late then z else 0;
  der(z) = if late then -y else x;
  when late then
    reinit(x, -4);
  end when;
  annotation(experiment(StopTime = 1, Tolerance = 1e-9));
end NoStateMovesUnasked;
// z(0.5) = 2 + 1/8, then a rotation of (y, z) by 0.5; x = -3.5
//: x = -3.5 +- 1e-7
//: y = 1.8963618314243043 +- 1e-7
//: z = 1.385437405412839 +- 1e-7
