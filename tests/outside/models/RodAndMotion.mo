//: stop=0.125
model RodAndMotion "A mixture of a rod and a motion, beside both"
  parameter Real a = 1, b = 2, c = 1, d = 2;
  parameter Real m1 = 1, m2 = 1;
  parameter Real g = 1;
  Real x1(start = 2), y1(start = 1);
  Real x2(start = 1), y2(start = -1);
  Real lambda1, lambda2, lambda3;
equation
  0.3333333*(((d - x2)^2 + y2^2 - c^2)/2) + 1.1e-3*(m2*der(der(y2)) + m2*g + (y2 - y1)*lambda2 + y2*lambda3) = 0;
  m1*der(der(x1)) = 0;
  m1*der(der(y1)) + y1*lambda1 = 0;
  m2*der(der(x2)) + (x2)*lambda2 = 0;
  m2*der(der(y2)) + m2*g + (y2 - y1)*lambda2 + y2*lambda3 = 0;
  (x1^2 + y1^2 - a^2)/2 = 0;
  ((x2 - x1)^2 + (y2 - y1)^2 - b^2)/2 = 0;
  ((d - x2)^2 + y2^2 - c^2)/2 = 0;
end RodAndMotion;
