//: degree 2, independent 1
//: integral d*x - c*log(x) + b*y - a*log(y)
model LotkaVolterra
  parameter Real a = 1.5, b = 1, c = 3, d = 0.5;
  Real x(start = 4, fixed = true), y(start = 2, fixed = true);
equation
  der(x) = a*x - b*x*y;
  der(y) = d*x*y - c*y;
end LotkaVolterra;
