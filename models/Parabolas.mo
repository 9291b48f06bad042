model Parabolas "A family of parabolas around a point where no vector field can have them as its curves"
  // Tuomela, Arponen 2000, (2.5). Through every point but the origin go two directions, the roots der(y) of a quadratic equation, at right
  // angles to each other. Solved for der(y) with a square root, the branch has to be changed by hand at t = 0. As a curve on the surface
  // of (t, y, der(y)) nothing happens there. The solutions are y = (t^2 - c^2)/(2 c); they all have their focus at the origin.
  parameter Real c = 0.8 "negative: open downwards";
  Real y(start = (1 - c^2)/(2*c), fixed = true), slope(start = -1/c) = der(y) "the other root is c";
  Real exact = (time^2 - c^2)/(2*c);
equation
  time*der(y)^2 - 2*y*der(y) - time = 0;
  annotation(experiment(StartTime = -1, StopTime = 2, Tolerance = 1e-10));
end Parabolas;
// In closed form.
//: --by arclength
//: y = 2.1 +- 1e-9
//: dof = 1
