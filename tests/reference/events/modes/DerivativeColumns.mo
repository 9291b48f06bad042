// 8.4: der(y) is a number in every row, before, at and after the kink and the switch.
model DerivativeColumns
  Real x(start = -1, fixed = true), y(start = 0, fixed = true), z(start = 0, fixed = true);
equation
  der(x) = 1;
  der(y) = max(x, 0);
  der(z) = if x > 0.5 then y else x;
  annotation(experiment(StopTime = 2, Tolerance = 1e-9));
end DerivativeColumns;
// y = x^2/2; z = -1/2 + 1/8 + (1 - 1/8)/6
//: der(y) = 1 +- 1e-7
//: z = -0.22916666666666666 +- 1e-7
