//: stop=0.4
model DecimalMixture "A mixture of rates whose factors are decimals of nine digits"
  parameter Real m = 1;
  parameter Real c = 1;
  Real p1, p2, p3;
  Real v1(start = -2), v2, v3(start = -2);
  Real F;
equation
  123456.789*(7.0000001*(der(p3))) + (der(p2)) = 123456.789*(7.0000001*(v3)) + (v2);
  der(p1) = v1;
  7.0000001*(der(p3)) = 7.0000001*(v3);
  m*der(v1) = F;
  m*der(v2) = c*(p1);
  m*der(v3) = F;
  0 = sin(time) - p2;
end DecimalMixture;
