//: stop=6.0
model ForceInMixture "A mixture that reads a force and a velocity of another mass"
  parameter Real m = 1;
  parameter Real c = 1;
  Real p1, p2, p3;
  Real v1(start = -2), v2, v3(start = -2);
  Real F;
equation
  (der(p3)) + 1.7*(m*der(v3)) = (v2) + 1.7*(F);
  der(p1) = v1;
  (der(p3)) = (v3);
  m*der(v1) = F;
  m*der(v2) = c*(p1);
  m*der(v3) = F + c*(p2);
  0 = sin(time) - p2;
end ForceInMixture;
