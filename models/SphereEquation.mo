model SphereEquation "One first-order equation as a surface: der(y)^2 + y^2 + t^2 = 1 is a sphere, and solutions are curves on it"
  // Tuomela, Arponen 2000, (2.2). The equation is not solved for der(y): that would take a root with two signs, and on the equator,
  // der(y) = 0, neither is right. On the sphere the curve simply goes on; its shadow in the plane of t and y has a cusp there, and t
  // turns back. So the natural parameter is the length of the curve (--length). Two points are different, (t, y) = (0, 1) and (0, -1):
  // every direction is allowed there. They are folded foci: solutions wind around them.
  Real y(start = 0.5, fixed = true), slope(start = 0.8) = der(y);
equation
  der(y)^2 + y^2 + time^2 = 1 annotation(__involute(name = "sphere"));
  annotation(experiment(StopTime = 0.5, Tolerance = 1e-10));
end SphereEquation;
// der(y) = sqrt(1 - y^2 - t^2), which is right up to the equator at t = 0.556; in 34 digits.
//: --stop 0.5
//: y = 0.82111026525775332 +- 1e-9
//: dof = 1
