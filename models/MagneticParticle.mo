model MagneticParticle "A charge between a centre and a magnetic field, with its energy and its magnetic momentum: five equations in three unknowns"
  // Tuomela, Arponen, Normi, (6.11), U = -1/|y|, B = (0, 0, 1), m = 1; from rest, where the energy says nothing on velocities.
  // The two integrals are the manifold of y and v; with --ambient full the equations of motion join them, on y, v and
  // der(v) together: the papers' general case.
  Real y[3](each start = 1), v[3](each start = 0);
  constant Real B[3] = {0, 0, 1};
equation
  der(y) = v;
  der(v) = -y/sqrt(y*y)^3 + cross(B, v);
  cross(y, v + cross(y, B)/2)*B = -1;
  v*v/2 - 1/sqrt(y*y) = -1/sqrt(3);
  annotation(experiment(StopTime = 20, Tolerance = 1e-8),
    __involute(plots = {plot(x = "y[1]", y = "y[2]", title = "seen along the field"), plot(x = "y[1]", y = "y[3]", title = "seen across the field"),
                        plot(y = {"v[1]", "v[2]", "v[3]"}, title = "velocity")},
      animation(
      points = {point(name = "centre", x = 0, y = 0, z = 0),
                point(name = "particle", x = "y[1]", y = "y[2]", z = "y[3]", trace = true)})));
end MagneticParticle;
// The equations of motion alone, in 34 digits.
//: --rtol 1e-11 --stop 20
//: y[1] = -1.15974040149213 +- 1e-6
//: y[2] = -0.657836117342665 +- 1e-6
//: y[3] = -0.879681638865811 +- 1e-6
//: v[1] = -0.22857484778413 +- 1e-6
//: v[3] = -0.209684520376561 +- 1e-6
//: dof = 4
