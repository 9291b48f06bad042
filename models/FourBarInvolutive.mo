model FourBarInvolutive "Four bar linkage with its hidden constraints written out: thirteen equations in seven unknowns"
  // Tuomela and Arponen (2001), (6.8): beside the lengths of the rods what follows from them for velocities, G v = 0, and for accelerations,
  // G a + d2g(v, v) = 0. The program finds these by itself (model FourBar); written out, they must agree with what it finds.
  parameter Real a = 1, b = 2, c = 1.5, d = 2 "lengths";
  parameter Real m1 = 0.2, m2 = 0.1 "masses";
  parameter Real T = 0.8 "torque on the crank";
  parameter Real g = 9.81;
  Real x1(start = 0.5), y1(start = 0.866), x2(start = 2.4155), y2(start = 1.4413);
  Real lambda1, lambda2, lambda3 "forces in the rods";
initial equation
  x1 = 0.5;
  der(x1) = 0;
equation
  m1*der(der(x1)) + y1*T/a^2 + x1*lambda1 - (x2 - x1)*lambda2 = 0;
  m1*der(der(y1)) - x1*T/a^2 + m1*g + y1*lambda1 - (y2 - y1)*lambda2 = 0;
  m2*der(der(x2)) + (x2 - x1)*lambda2 - (d - x2)*lambda3 = 0;
  m2*der(der(y2)) + m2*g + (y2 - y1)*lambda2 + y2*lambda3 = 0;
  (x1^2 + y1^2 - a^2)/2 = 0;
  ((x2 - x1)^2 + (y2 - y1)^2 - b^2)/2 = 0;
  ((d - x2)^2 + y2^2 - c^2)/2 = 0;
  x1*der(x1) + y1*der(y1) = 0;
  (x2 - x1)*(der(x2) - der(x1)) + (y2 - y1)*(der(y2) - der(y1)) = 0;
  (x2 - d)*der(x2) + y2*der(y2) = 0;
  x1*der(der(x1)) + y1*der(der(y1)) + der(x1)^2 + der(y1)^2 = 0;
  (x2 - x1)*(der(der(x2)) - der(der(x1))) + (y2 - y1)*(der(der(y2)) - der(der(y1))) + (der(x2) - der(x1))^2 + (der(y2) - der(y1))^2 = 0;
  (x2 - d)*der(der(x2)) + y2*der(der(y2)) + der(x2)^2 + der(y2)^2 = 0;
  annotation(experiment(StopTime = 5, Tolerance = 1e-8));
end FourBarInvolutive;
// The reduced system in 34 digits.
//: --rtol 1e-12 --stop 5
//: x1 = 0.889023185962519 +- 1e-8
//: y1 = -0.457862178849763 +- 1e-8
//: x2 = 1.54826883484986 +- 1e-8
//: y2 = 1.43036322465033 +- 1e-8
//: dof = 2
