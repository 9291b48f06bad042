model PendulumHidden "A pendulum whose hidden constraints are written out: seven equations for five unknowns"
  // Bäse, (4.5). Pendulum.mo has the first five equations; here are also the two that follow from the rod
  // by differentiation, for the velocities and for the force. Involute finds that they say nothing new,
  // and keeps them because they were written. Compare PendulumWeak.mo, which has the last one alone.
  // Both are half of what is printed. The program of the thesis halves (4.6); that its Table 1 was
  // computed from (4.5) halved as well is inferred from the table (docs/errata.md, 21).
  parameter Real m = 1 "mass";
  parameter Real l = 1 "length of the rod";
  parameter Real g = 13.7503716373294544 "the period is 2, to 1e-10";
  Real x(start = -1, fixed = true), y(start = 0);
  Real v(start = 0, fixed = true), w(start = 0);
  Real lambda "force in the rod, divided by twice its length";
equation
  der(x) = v;
  der(y) = w;
  m*der(v) = -2*x*lambda;
  m*der(w) = -2*y*lambda - m*g;
  x^2 + y^2 = l^2;
  x*v + y*w = 0;
  v^2 + w^2 - 2/m*(x^2 + y^2)*lambda - g*y = 0;
  annotation(experiment(StopTime = 20, Tolerance = 1e-8));
end PendulumHidden;
// After 10 periods it is back where it was.
//: --rtol 1e-10
//: x = -1 +- 1e-8
//: y = 0 +- 1e-6
//: lambda = 0 +- 1e-5
//: dof = 2
