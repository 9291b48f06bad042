model SpatialSliderCrank "A crank, a rod on two ball joints and a slider in space, the rod's orientation a quaternion: index 3"
  // The crank turns about the x axis through C; the slider moves along the x axis. The rod is a body with a position and four Euler parameters,
  // whose norm is a constraint like the joints: the mass matrix of these four is singular. The rod also spins about itself.
  parameter Real a(unit = "m") = 0.4 "crank", l(unit = "m") = 1.6 "rod", w(unit = "m") = 0.12 "half of the rod's width";
  parameter Real yC(unit = "m") = 0.3, zC(unit = "m") = 0.5 "where the crank turns";
  parameter Real Jc(unit = "kg.m2") = 0.4 "moment of inertia of crank and flywheel", ms(unit = "kg") = 0.8 "slider", mr(unit = "kg") = 1.5 "rod";
  parameter Real J[3](each unit = "kg.m2") = {0.02, 0.33, 0.33} "rod, about its axes";
  parameter Real g(unit = "m/s2") = 9.81;
  Real phi(start = 0, fixed = true, unit = "rad") "crank", s(start = 1.4, unit = "m") "slider";
  Real r[3](start = {0.7, 0.3, 0.2}, each unit = "m") "centre of the rod";
  Real p[4](start = {0.93, 0, 0.15, -0.2}) "its orientation";
  Real lambda1[3](each unit = "N"), lambda2[3](each unit = "N") "forces in the ball joints", mu "of the norm";
  // The rod's axes in space, and the corners of the drawing.
  Real e1[3] = {2*(p[1]^2 + p[2]^2) - 1, 2*(p[2]*p[3] + p[1]*p[4]), 2*(p[2]*p[4] - p[1]*p[3])};
  Real e2[3] = {2*(p[2]*p[3] - p[1]*p[4]), 2*(p[1]^2 + p[3]^2) - 1, 2*(p[3]*p[4] + p[1]*p[2])};
  Real yP(unit = "m") = yC + a*cos(phi), zP(unit = "m") = zC + a*sin(phi) "pin of the crank";
  Real k1[3](each unit = "m") = r + w*e2, k2[3](each unit = "m") = r - w*e2;
protected
  Real G[3, 4] = {{-p[2], p[1], p[4], -p[3]}, {-p[3], -p[4], p[1], p[2]}, {-p[4], p[3], -p[2], p[1]}} "angular velocity in the body: 2*G*der(p)";
  Real v[4] = der(p);
  Real H[3, 4] = {{-v[2], v[1], v[4], -v[3]}, {-v[3], -v[4], v[1], v[2]}, {-v[4], v[3], -v[2], v[1]}};
  Real q[3] = l/2*(lambda1 + lambda2) "what turns the rod";
initial equation
  der(phi) = 5;
  2*G[1, :]*v = 3 "spin";
  p[2] = 0;
equation
  Jc*der(der(phi)) = a*(cos(phi)*lambda1[3] - sin(phi)*lambda1[2]);
  ms*der(der(s)) = -lambda2[1];
  mr*der(der(r)) = lambda2 - lambda1 - {0, 0, mr*g};
  4*transpose(G)*(J .* (G*der(v))) + 8*transpose(H)*(J .* (G*v)) = mu*p
    + 2*{2*p[1]*q[1] + p[4]*q[2] - p[3]*q[3], 2*p[2]*q[1] + p[3]*q[2] + p[4]*q[3], p[2]*q[2] - p[1]*q[3], p[1]*q[2] + p[2]*q[3]};
  r - l/2*e1 = {0, yP, zP};
  r + l/2*e1 = {s, 0, 0};
  p*p = 1 annotation(__involute(name = "norm"));
  annotation(experiment(StopTime = 4, Tolerance = 1e-8),
    __involute(animation(
      points = {point(name = "C", x = 0, y = yC, z = zC), point(name = "P", x = 0, y = "yP", z = "zP", trace = true),
                point(name = "S", x = "s", y = 0, z = 0),
                point(name = "rail", x = 0.9, y = 0, z = 0, mark = false), point(name = "end", x = 1.7, y = 0, z = 0, mark = false),
                point(name = "k1", x = "k1[1]", y = "k1[2]", z = "k1[3]", trace = true, mark = false),
                point(name = "k2", x = "k2[1]", y = "k2[2]", z = "k2[3]", mark = false),
                point(name = "s1", x = "s", y = w, z = w, mark = false), point(name = "s2", x = "s", y = -w, z = w, mark = false),
                point(name = "s3", x = "s", y = -w, z = -w, mark = false), point(name = "s4", x = "s", y = w, z = -w, mark = false)},
      links = {link(from = "rail", to = "end"), link(from = "C", to = "P"), link(from = "P", to = "S")},
      bodies = {body(points = {"P", "k1", "S", "k2"}), body(points = {"s1", "s2", "s3", "s4"})})));
end SpatialSliderCrank;
// The energy in the crank's angle alone and the rod's turning from it, by another program, rtol 1e-13.
//: --rtol 1e-11 --stop 4
//: phi = 19.334263855163 +- 1e-8
//: s = 1.288900833911 +- 1e-9
//: p[1] = 0.948589354420 +- 1e-9
//: p[2] = 0.054403559419 +- 1e-9
//: p[3] = 0.213062670927 +- 1e-9
//: p[4] = -0.227646189646 +- 1e-9
//: index = 3
//: dof = 4
