model RobotArm "Two links with a flexible joint, whose tip follows a prescribed path: index 5, which structure takes for 3"
  // Campbell, Griepentrog: Solvability of general differential algebraic equations. SIAM J. Sci. Comput. 16 (1995) 257-270; a failure of
  // the signature method in Pryce, BIT 41 (2001) 364-394. The torques u1, u2 enter two of the rows through u1 - u2 alone.
  Real x1(start = 0), x2(start = 1), x3(start = 1), u1, u2;
  Real a, b, c, d;
equation
  a = 2/(2 - cos(x3)^2);
  b = cos(x3)/(2 - cos(x3)^2);
  c = sin(x3)/(2 - cos(x3)^2);
  d = cos(x3)*sin(x3)/(2 - cos(x3)^2);
  der(der(x1)) = 2*c*(der(x1) + der(x3))^2 + der(x1)^2*d + (2*x3 - x2)*(a + 2*b) + a*(u1 - u2);
  der(der(x2)) = -2*c*(der(x1) + der(x3))^2 - der(x1)^2*d + (2*x3 - x2)*(1 - 3*a - 2*b) - a*u1 + (a + 1)*u2;
  der(der(x3)) = -2*c*(der(x1) + der(x3))^2 - der(x1)^2*d + (2*x3 - x2)*(a - 9*b) - 2*der(x1)^2*c
    - d*(der(x1) + der(x3))^2 - (a + b)*(u1 - u2);
  cos(x1) + cos(x1 + x3) = cos(1 - exp(time)) + cos(1 - time);
  sin(x1) + sin(x1 + x3) = sin(1 - exp(time)) + sin(1 - time);
end RobotArm;
// x1 = 1 - exp(t) and x3 = exp(t) - t; x2 and u1 - u2 from the first and the third row, u2 from the second derivative of x2, in 30 digits.
//: --rtol 1e-9 --stop 1
//: x1 = -1.71828182845905 +- 1e-9
//: x3 = 1.71828182845905 +- 1e-9
//: x2 = 0.390881478199779 +- 1e-8
//: u1 = 13.5912606017597 +- 1e-6
//: u2 = 19.3304287902781 +- 1e-6
//: dof = 0
//: index = 5
