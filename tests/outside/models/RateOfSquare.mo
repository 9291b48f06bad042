//: done stop=0.1
model RateOfSquare "A formula of time beside the derivative of the row that reads it"
  Real y(start = 2, fixed = true);
  Real qs5;
equation
  qs5 = 3*time^2;
  der(der(y) - 3*y - 3*time^2) = der(0);
  der(y) - 3*y - qs5 = 0;
end RateOfSquare;
