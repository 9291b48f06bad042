model HenonHeiles "A star in a galaxy with an axis: two oscillators that exchange energy, and a Poincare section of their motion"
  // Tuomela and Arponen (2001), (6.2). The energy is declared, so every point of the solution lies on its surface. The section is where
  // the star crosses the plane x = 0: at low energies the points (y, vy) lie on closed curves, at high ones they fill an area.
  Real x(start = 0.12, fixed = true), y(start = 0.12, fixed = true);
  Real vx(start = 0.12, fixed = true), vy(start = 0.12, fixed = true);
  Real energy = (vx^2 + vy^2)/2 + (x^2 + y^2)/2 + x^2*y - y^3/3 annotation(__involute(invariant = true));
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = -x - 2*x*y;
  der(vy) = -y - x^2 + y^2;
  annotation(experiment(StopTime = 1100, Tolerance = 1e-8),
    __involute(plots = {plot(x = "x", y = "y", title = "orbit")},
      sections = {section(name = "plane", expr = x, direction = 0, columns = {y, vy})}));
end HenonHeiles;
// The four equations alone, in 34 digits.
//: --rtol 1e-12 --stop 110
//: x = 0.0650144328072613 +- 1e-9
//: y = 0.246590712315162 +- 1e-9
//: vx = 0.00101554694888429 +- 1e-9
//: vy = 0.052733165461289 +- 1e-9
