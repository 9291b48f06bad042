model Product "A product of many factors"
  parameter Integer n = 1;
  Real x(start = 1, fixed = true);
equation
  der(x) = product(1 + sin(x + i)/n for i in 1:n);
end Product;
