model HenonHeiles "A star in a galaxy with a three-fold symmetry, with its Poincare section"
  // Tuomela, Arponen 2000, (7.6), with the sign of the force that belongs to the energy. The energy is kept; the section y1 = 0 shows
  // whether there is a second invariant: points on closed curves (as from this start) if there is, a cloud if not.
  Real y1(start = 0.12), y2(start = 0.12), v1(start = 0.12), v2(start = 0.12);
  Real energy = (v1^2 + v2^2)/2 + (y1^2 + y2^2)/2 + y1^2*y2 - y2^3/3 annotation(__involute(invariant = true));
equation
  der(y1) = v1;
  der(y2) = v2;
  der(v1) + y1 + 2*y1*y2 = 0;
  der(v2) + y2 + y1^2 - y2^2 = 0;
  annotation(experiment(StopTime = 303, Tolerance = 1e-8),
    __involute(sections = {section(name = "y1", expr = y1, columns = {y2, v2})}));
end HenonHeiles;
// The equations of motion alone, in 34 digits.
//: --rtol 1e-12 --stop 110
//: y1 = 0.0650144328072613 +- 1e-6
//: y2 = 0.246590712315162 +- 1e-6
//: v1 = 0.00101554694888428 +- 1e-6
//: v2 = 0.0527331654612889 +- 1e-6
//: dof = 4
