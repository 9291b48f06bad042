//: stop=0.2 points=10 done
model LoadAtRest "As FieldAtRest; a slope of 0.036 beside terms of ten, so that y3 errs by 300 units of its round-off"
  Real y1(start = 1), y2(start = 1), y3(start = 1.3), v1(start = 0.1), v2(start = 0.2), v3(start = 0.3);
equation
  der(y1) = v1;
  der(y2) = v2;
  der(y3) = v3;
  der(v1) - y1*y3/3 + 1.3*y1/3 = 0;
  der(v2) - y2*y3/3 - 1.3*y2/3 + y1/3 = 0.012;
  der(v3) - y3^2 - 8*v2 + 1.3^2 = 0;
  4*y2^2 + 3*y3*v2 + y3^3/12 - y2*v3 - v3^2/8 - 3*1.3*v2 - 1.3^2*y3/4 + 3*v1 = 5.1;
end LoadAtRest;
