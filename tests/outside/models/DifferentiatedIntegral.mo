//: stop=0.17500000000000002
model DifferentiatedIntegral "The derivative of an integral in place of a rate"
  parameter Real beta = 1, gamma = 1, a = 1;
  Real y1(start = 1), y2(start = 1), y3(start = 1), v1(start = 1), v2(start = 1), v3(start = 1);
equation
  der(4*y2^2 + 3*y3*v2 + y3^3/12 - y2*v3 - v3^2/8 - 3*beta*v2 - beta^2*y3/4 + 1*gamma*v1) = der(a);
  der(v1) = y1;
  der(y2) = v2;
  der(y3) = v3;
  der(v1) - y1*y3/1 = 0;
  der(v2) - y2*y3/3 - beta/3*y2 + gamma/1*y1 = 0;
  der(v3) - y3^2 - 8*v2 + beta^2 = 0;
end DifferentiatedIntegral;
