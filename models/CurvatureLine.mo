model CurvatureLine "A line of curvature on an ellipsoid, around an umbilic: three implicit equations, nothing solved for a derivative"
  // Tuomela, Arponen 2000, section 2.3.3. On a line of curvature the normal of the surface turns in the direction of the line itself:
  // the line, the normal and the change of the normal lie in one plane. At every point this leaves two directions, but at the four
  // umbilics all directions are allowed, and the lines around them look like confocal parabolas (model Parabolas).
  // Time is the length of the line. Lines of curvature are where confocal quadrics cut the ellipsoid, so one of the last two
  // variables is constant along each line (the first from this start).
  parameter Real a = 3, b = 2, c = 1 "squares of the half axes";
  Real x(start = 1.1, fixed = true), y(start = 0, fixed = true), z(start = 0.772);
  Real vx(start = 0), vy(start = 1), vz(start = 0) "unit tangent";
  Real sum = a + b + c - x^2 - y^2 - z^2, product = a*b*c*(x^2/a^2 + y^2/b^2 + z^2/c^2);
  Real two_sheets = (sum + sqrt(sum^2 - 4*product))/2, one_sheet = (sum - sqrt(sum^2 - 4*product))/2 "which confocal hyperboloids";
equation
  der(x) = vx;
  der(y) = vy;
  der(z) = vz;
  x^2/a + y^2/b + z^2/c = 1 annotation(__involute(name = "ellipsoid"));
  (b - c)*x*vy*vz + (c - a)*y*vz*vx + (a - b)*z*vx*vy = 0 annotation(__involute(name = "in one plane"));
  vx^2 + vy^2 + vz^2 = 1 annotation(__involute(name = "unit speed"));
  annotation(experiment(StopTime = 8, Tolerance = 1e-10));
end CurvatureLine;
// The confocal hyperboloid of two sheets through the start.
//: two_sheets = 2.19333333333333 +- 1e-9
//: dof = 2
