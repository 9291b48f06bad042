model NilpotentMixed "N y' + y = f with a nilpotent N of size 3 and one free mode, in mixed coordinates and mixed rows"
  // The canonical form of linear systems with constant coefficients (Brenan, Campbell, Petzold: Numerical Solution of Initial-Value
  // Problems in Differential-Algebraic Equations. SIAM 1996, section 2.3) with y = Q x and the rows multiplied by P.
  Real x1(start = 1, fixed = true), x2, x3, x4;
equation
  3*der(x1) + 3*der(x2) + 8*der(x3) + 3*der(x4) + 3*x1 + 6*x2 + 4*x3 - x4 = 2*exp(-time) + sin(time);
  2*der(x1) + der(x2) + 4*der(x3) + 2*der(x4) + 3*x1 + 3*x2 + 4*x3 + x4 = exp(-time) + sin(time) + cos(2*time);
  5*der(x1) - der(x2) + 2*der(x3) + 3*der(x4) + x1 + 2*x2 + 9*x3 + 4*x4 = 3*sin(time) + cos(2*time);
  der(x1) + 2*der(x2) + 4*der(x3) + der(x4) + 6*x1 + 3*x2 + 3*x3 + x4 = exp(-time) + 2*cos(2*time);
end NilpotentMixed;
// y3 = cos 2t, y2 = sin t - y3', y1 = exp(-t) - y2', y4 = c exp(-t) with c = -2/3 from x1(0) = 1; x = Q^-1 y.
//: --rtol 1e-10 --stop 1
//: x1 = -2.44399460114701 +- 1e-8
//: x2 = 6.20925980801971 +- 1e-8
//: x3 = -4.01051816765366 +- 1e-8
//: x4 = 8.48236053340054 +- 1e-8
//: dof = 1
//: index = 3
