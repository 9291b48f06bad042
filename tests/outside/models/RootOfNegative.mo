//: stop=2.4
model RootOfNegative "An output that has no value from t = 1 on"
  parameter Real a = 2, b = 2, c = 1;
  Real x(start = 1, fixed = true), y(start = 0, fixed = true), z(start = 1);
  Real vx(start = 0), vy(start = 1), vz(start = 0);
  Real sum = a, product = a*b*c*(x^2/a^2 + z^2/c^2);
  Real two_sheets = (sum)/2, one_sheet = (sum - sqrt(product^2 - sum))/2;
equation
  der(x) = vx;
  vx^2 + (1e-6*vy)^2 + vz^2 = 1;
  der(z) = vz;
  x^2/a + y^2/b + z^2/c = 1;
  (b)*x*(1e-6*vy)*vz + (c - a)*y*vz*vx + (a)*z*vx*(vy) = 0;
  der(y) = (1e-6*vy);
end RootOfNegative;
