model WindPendulum "A load on a rope that is drawn in, in wind that turns, with its hidden constraints written out"
  // Bäse 2017, section 4.4. There the derivatives of l are missing in the two hidden constraints; here they are right.
  parameter Real m = 2, g = 9.78;
  Real x(start = 0, fixed = true), y(start = -2), v(start = 0, fixed = true), w, lambda;
  Real l = 0.5 + 0.03*(50 - time), dl = -0.03, alpha = 1 - 0.04*time;
equation
  der(x) = v;
  der(y) = w;
  m*der(v) = -2*x*lambda + m*alpha;
  m*der(w) = -2*y*lambda - m*g;
  x^2 + y^2 = l^2;
  2*x*v + 2*y*w - 2*l*dl = 0;
  2*v^2 + 2*w^2 + 2*x*alpha - 4/m*l^2*lambda - 2*g*y - 2*dl^2 = 0;
  annotation(experiment(StopTime = 50, Tolerance = 1e-8));
end WindPendulum;
// The reduced system in x, y, v, w, in 30 digits.
//: --rtol 1e-11 --stop 5
//: x = 0.0888234656481189 +- 1e-7
//: y = -1.84786644321235 +- 1e-7
//: v = -0.446733322646892 +- 1e-7
//: w = 0.00856100727415279 +- 1e-7
//: lambda = 5.35922177926777 +- 1e-6
//: dof = 2
