//: degree 2, independent 5
//: integral der(h)
//: integral h - der(h)*time
//: integral der(x)*cos(h) + der(y)*sin(h)
//: integral der(h)*x - der(y)
//: integral der(h)*y + der(x)
model KnifeEdge "Nonholonomic with a multiplier: a skate on a level plane"
  Real x(start = 0, fixed = true), y(start = 0, fixed = true), h(start = 0.3, fixed = true), F;
initial equation
  der(h) = 0.7;
  der(x) = 1;
equation
  der(der(x)) = F*sin(h);
  der(der(y)) = -F*cos(h);
  der(der(h)) = 0;
  der(x)*sin(h) - der(y)*cos(h) = 0;
end KnifeEdge;
