//: stop=1 points=10 method=dop853 done
model FixedInMixture "A fixed velocity that a mixture of large terms defines: the formula misses it by 5e-7 and more"
  parameter Real E = 0.031063219199999995;
  Real x(start = 0.12, fixed = true), y(start = 0.12, fixed = true);
  Real vx(start = 0.12), vy(start = 0.12, fixed = true);
equation
  0.02*((vx^2 + vy^2)/2 + (x^2 + y^2)/2 + x^2*y - y^3/3 - E) + 1e-7*(der(der(x)) + x + 2*x*y) = 0;
  1e-7*der(y) + 3e5*(der(der(y)) + y + x^2 - y^2) = 1e-7*vy;
  der(x) = vx;
  der(der(x)) + x + 2*x*y = 0;
  der(der(y)) + y + x^2 - y^2 = 0;
  (vx^2 + vy^2)/2 + (x^2 + y^2)/2 + x^2*y - y^3/3 - E = 0;
end FixedInMixture;
