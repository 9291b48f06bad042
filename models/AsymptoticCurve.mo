model AsymptoticCurve "A curve on a surface along which the surface bends neither way: computed in the plane, lifted to the surface"
  // Tuomela, Arponen 2000, (2.3) and (2.4). The surface is z = (t^4 + y^4)/4 - 3 t y. Where it is a saddle (t^2 y^2 < 1) two asymptotic
  // directions pass through every point; they are the two roots der(y) of one quadratic equation. On the border the roots meet:
  // der(y) stays finite as a coordinate of the curve, and y(t) has a cusp. z is an output, so the lifting costs nothing.
  Real y(start = 0, fixed = true), slope(start = 0) = der(y);
  Real z = (time^4 + y^4)/4 - 3*time*y "the curve on the surface is (time, y, z)";
  Real saddle = 1 - time^2*y^2 "positive inside, zero on the parabolic curves";
equation
  y^2*der(y)^2 - 2*der(y) + time^2 = 0;
  annotation(experiment(StopTime = 1, Tolerance = 1e-10));
end AsymptoticCurve;
// The root of the equation that is finite at y = 0, in 34 digits.
//: y = 0.16698560458310097 +- 1e-9
//: dof = 1
