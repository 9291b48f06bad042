model AndrewsSqueezer "Andrews' squeezing mechanism: seven bodies in the plane, three closed loops, index 3"
  // Schiehlen (1990), Hairer and Wanner II, VII.7: a motor turns the crank K1 about O. The joint P of K1 and K2 drives the joint Q, on which
  // K3 (about B, with a spring from D to C), K5 with K4 and K7 with K6 (both about A) hang. Angles are relative to the body before.
  parameter Real m[7](each unit = "kg") = {0.04325, 0.00365, 0.02373, 0.00706, 0.07050, 0.00706, 0.05498} "masses";
  parameter Real I[7](each unit = "kg.m2") = {2.194e-6, 4.410e-7, 5.255e-6, 5.667e-7, 1.169e-5, 5.667e-7, 1.912e-5} "moments of inertia";
  parameter Real xA = -0.06934, yA = -0.00227, xB = -0.03635, yB = 0.03273, xC = 0.014, yC = 0.072 "where it is fixed, in m";
  parameter Real r = 0.007, r1 = 0.00092 "K1: length; distance of its centre of mass from O";
  parameter Real d = 0.028, d2 = 0.0115 "K2: length; distance of its centre of mass from P";
  parameter Real s = 0.035, s1 = 0.01874, s2 = 0.01043, s3 = 0.018, s4 = 0.02 "K3: length, centre of mass, where the spring holds it";
  parameter Real e = 0.02, e4 = 0.01421 "K4: length, centre of mass";
  parameter Real z = 0.04, t1 = 0.02308, t2 = 0.00916 "K5: length, centre of mass";
  parameter Real f = 0.02, f6 = 0.01421 "K6: length, centre of mass";
  parameter Real u = 0.04, u1 = 0.01228, u2 = 0.00449 "K7: length, centre of mass";
  parameter Real c = 4530 "stiffness of the spring, N/m", l = 0.07785 "its length at rest";
  parameter Real T = 0.033 "torque of the motor, N.m";
  Real beta(start = -0.0617138900142764, fixed = true, unit = "rad") "K1", theta(start = 0, unit = "rad") "K2", gamma(start = 0.45527981916307, unit = "rad") "K3";
  Real phi(start = 0.222668390165886, unit = "rad") "K4", delta(start = 0.487364979543843, unit = "rad") "K5";
  Real omega(start = -0.222668390165886, unit = "rad") "K6", epsilon(start = 1.23054744454982, unit = "rad") "K7";
  Real lambda[6] "forces in the loops, N";
  // Joints and centres of mass, for the animation.
  Real xP(unit = "m") = r*cos(beta), yP(unit = "m") = r*sin(beta);
  Real xQ(unit = "m") = xP - d*cos(beta + theta), yQ(unit = "m") = yP - d*sin(beta + theta);
  Real xD(unit = "m") = xB + s4*cos(gamma) + s3*sin(gamma), yD(unit = "m") = yB + s4*sin(gamma) - s3*cos(gamma);
  Real xG(unit = "m") = xA + z*cos(delta), yG(unit = "m") = yA + z*sin(delta);
  Real xH(unit = "m") = xA + u*sin(epsilon), yH(unit = "m") = yA - u*cos(epsilon);
  Real x5(unit = "m") = xA + t1*cos(delta) - t2*sin(delta), y5(unit = "m") = yA + t1*sin(delta) + t2*cos(delta);
  Real x7(unit = "m") = xA + u1*sin(epsilon) - u2*cos(epsilon), y7(unit = "m") = yA - u1*cos(epsilon) - u2*sin(epsilon);
protected
  Real L = sqrt((xD - xC)^2 + (yD - yC)^2), F = -c*(L - l)/L;
  Real m12 = m[2]*(d2^2 - d2*r*cos(theta)) + I[2];
  Real m45 = m[4]*((e - e4)^2 + z*(e - e4)*sin(phi)) + I[4];
  Real m67 = m[6]*((f - f6)^2 - u*(f - f6)*sin(omega)) + I[6];
  Real lx = lambda[1] + lambda[3] + lambda[5], ly = lambda[2] + lambda[4] + lambda[6];
  Real w[7] = der({beta, theta, gamma, phi, delta, omega, epsilon});
initial equation
  der(beta) = 0;
equation
  (m[1]*r1^2 + m[2]*(r^2 - 2*d2*r*cos(theta) + d2^2) + I[1] + I[2])*der(w[1]) + m12*der(w[2])
    = T - m[2]*d2*r*w[2]*(w[2] + 2*w[1])*sin(theta) - (d*sin(beta + theta) - r*sin(beta))*lx + (d*cos(beta + theta) - r*cos(beta))*ly;
  m12*der(w[1]) + (m[2]*d2^2 + I[2])*der(w[2]) = m[2]*d2*r*w[1]^2*sin(theta) - d*sin(beta + theta)*lx + d*cos(beta + theta)*ly;
  (m[3]*(s1^2 + s2^2) + I[3])*der(w[3])
    = F*((xD - xC)*(s3*cos(gamma) - s4*sin(gamma)) + (yD - yC)*(s4*cos(gamma) + s3*sin(gamma))) + s*cos(gamma)*lambda[1] + s*sin(gamma)*lambda[2];
  (m[4]*(e - e4)^2 + I[4])*der(w[4]) + m45*der(w[5]) = m[4]*z*(e - e4)*w[5]^2*cos(phi) + e*cos(phi + delta)*lambda[3] + e*sin(phi + delta)*lambda[4];
  m45*der(w[4]) + (m[4]*(z^2 + 2*z*(e - e4)*sin(phi) + (e - e4)^2) + m[5]*(t1^2 + t2^2) + I[4] + I[5])*der(w[5])
    = -m[4]*z*(e - e4)*w[4]*(w[4] + 2*w[5])*cos(phi) + (e*cos(phi + delta) - z*sin(delta))*lambda[3] + (e*sin(phi + delta) + z*cos(delta))*lambda[4];
  (m[6]*(f - f6)^2 + I[6])*der(w[6]) + m67*der(w[7]) = -m[6]*u*(f - f6)*w[7]^2*cos(omega) - f*sin(omega + epsilon)*lambda[5] + f*cos(omega + epsilon)*lambda[6];
  m67*der(w[6]) + (m[6]*((f - f6)^2 - 2*u*(f - f6)*sin(omega) + u^2) + m[7]*(u1^2 + u2^2) + I[6] + I[7])*der(w[7])
    = m[6]*u*(f - f6)*w[6]*(w[6] + 2*w[7])*cos(omega) + (u*cos(epsilon) - f*sin(omega + epsilon))*lambda[5] + (f*cos(omega + epsilon) + u*sin(epsilon))*lambda[6];
  xB + s*sin(gamma) = xQ annotation(__involute(name = "K3, x"));
  yB - s*cos(gamma) = yQ annotation(__involute(name = "K3, y"));
  xG + e*sin(phi + delta) = xQ annotation(__involute(name = "K4, x"));
  yG - e*cos(phi + delta) = yQ annotation(__involute(name = "K4, y"));
  xH + f*cos(omega + epsilon) = xQ annotation(__involute(name = "K6, x"));
  yH + f*sin(omega + epsilon) = yQ annotation(__involute(name = "K6, y"));
  annotation(experiment(StopTime = 0.03, Tolerance = 1e-8),
    __involute(animation(
      points = {point(name = "O", x = 0, y = 0), point(name = "A", x = xA, y = yA), point(name = "B", x = xB, y = yB), point(name = "C", x = xC, y = yC),
                point(name = "P", x = "xP", y = "yP"), point(name = "Q", x = "xQ", y = "yQ", trace = true), point(name = "D", x = "xD", y = "yD"),
                point(name = "G", x = "xG", y = "yG"), point(name = "H", x = "xH", y = "yH"),
                point(name = "K5", x = "x5", y = "y5"), point(name = "K7", x = "x7", y = "y7")},
      links = {link(from = "O", to = "P"), link(from = "P", to = "Q"), link(from = "G", to = "Q"), link(from = "H", to = "Q"), link(from = "D", to = "C")},
      bodies = {body(points = {"B", "Q", "D"}), body(points = {"A", "G", "K5"}), body(points = {"A", "H", "K7"})})));
end AndrewsSqueezer;
// The published data in 25 digits by another program.
//: --rtol 1e-11 --stop 0.03
//: beta = 15.8107711951537 +- 1e-8
//: theta = -15.7563710584118 +- 1e-8
//: gamma = 0.0408222401196458 +- 1e-10
//: delta = 0.524409965879954 +- 1e-10
//: epsilon = 1.04808074104194 +- 1e-10
//: lambda[1] = 199.175348104528 +- 1e-6
//: lambda[6] = 11.617392352626 +- 1e-6
//: index = 3
//: dof = 2
