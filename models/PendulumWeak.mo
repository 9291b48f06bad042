model PendulumWeak "A pendulum without its rod: only what the rod demands of the force is kept"
  // Bäse, (4.6). The equation of the rod was differentiated twice and then forgotten. What is left has
  // index 1 and is easy to solve, but it holds for every length: four degrees of freedom instead of two.
  // Nothing keeps the mass on its circle, and errors carry it away. Compare the last values of
  //     involute run PendulumWeak.mo --like 001 --method hem4 --rtol 1e-6
  //     involute run PendulumHidden.mo --like 001 --method hem4 --rtol 1e-6
  // with the start: 3.0e-2 and 4.6e-3, as in Table 1 there. 'Tolerance' below is what it takes to come as
  // near as PendulumHidden.mo does at 1e-8. The last equation is half of what is printed, as in the
  // program of the thesis, and sums are rounded in its order.
  parameter Real m = 1 "mass";
  parameter Real g = 13.7503716373294544 "the period is 2, to 1e-10";
  Real x(start = -1, fixed = true), y(start = 0, fixed = true);
  Real v(start = 0, fixed = true), w(start = 0, fixed = true);
  Real lambda "force in the rod that is not there";
equation
  der(x) = v;
  der(y) = w;
  m*der(v) = -2*x*lambda;
  m*der(w) = -2*y*lambda - m*g;
  g*y = v^2 + w^2 - 2/m*(x^2 + y^2)*lambda;
  annotation(experiment(StopTime = 20, Tolerance = 1e-10));
end PendulumWeak;
// After 10 periods it is back where it was.
//: --rtol 1e-12
//: x = -1 +- 1e-6
//: y = 0 +- 1e-5
//: index = 1
//: dof = 4
