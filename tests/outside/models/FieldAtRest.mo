//: stop=0.175 step=0.00175 method=kutta3 retraction=normal points=20 done
model FieldAtRest "An integral that the motion keeps at rest alone: velocities are differences of numbers near one"
  Real y1(start = 1), y2(start = 1), y3(start = 1), v1(start = 0.4), v2(start = 0.5), v3(start = 0.6);
equation
  der(y1) = v1;
  der(y2) = v2;
  der(y3) = v3;
  der(v1) - y1*y3/3 + y1/3 = 0;
  der(v2) - y2*y3/3 - y2/3 + y1/3 = 0.0103;
  der(v3) - y3^2 - 8*v2 + 1 = 0;
  4*y2^2 + 3*y3*v2 + y3^3/12 - y2*v3 - v3^2/8 - 3*v2 - y3/4 + 3*v1 = 4.388333333333333333;
end FieldAtRest;
