model CarAxis "A car axis on a bumpy road: two wheels, springs, constraints that depend on time; index 3"
  // Test set of Bari, problem II-17. The left spring stands on the flat road, the right one on the bumps; the axis
  // has length 1, and its left end is at right angles to the line between the springs' feet.
  parameter Real L = 1, L0 = 0.5, eps = 0.01, M = 10, h = 0.1, omega = 10, g = 1;
  parameter Real m = eps^2*M/2;
  Real xl(start = 0), yl(start = 0.5, fixed = true), xr(start = 1), yr(start = 0.5, fixed = true);
  Real ul(start = -0.5), vl(start = 0, fixed = true), ur(start = -0.5), vr(start = 0, fixed = true);
  Real lambda[2] "forces of the constraints";
  Real yb = h*sin(omega*time), xb = sqrt(L^2 - yb^2);
  Real left = sqrt(xl^2 + yl^2), right = sqrt((xr - xb)^2 + (yr - yb)^2) "lengths of the springs";
equation
  der(xl) = ul;
  der(yl) = vl;
  der(xr) = ur;
  der(yr) = vr;
  m*der(ul) = (L0 - left)*xl/left + lambda[1]*xb + 2*lambda[2]*(xl - xr);
  m*der(vl) = (L0 - left)*yl/left + lambda[1]*yb + 2*lambda[2]*(yl - yr) - m*g;
  m*der(ur) = (L0 - right)*(xr - xb)/right - 2*lambda[2]*(xl - xr);
  m*der(vr) = (L0 - right)*(yr - yb)/right - 2*lambda[2]*(yl - yr) - m*g;
  xl*xb + yl*yb = 0;
  (xl - xr)^2 + (yl - yr)^2 = L^2;
  annotation(experiment(StopTime = 3, Tolerance = 1e-8));
end CarAxis;
