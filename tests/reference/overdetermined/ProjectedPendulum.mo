model ProjectedPendulum "A pendulum by first derivatives alone: four equations in three unknowns, none of them an equation of motion"
  // Tuomela, Arponen 2000, (4.3). At rest the second derivatives are not determined (the distribution has two dimensions there), so the
  // pendulum is started so fast that it goes round.
  Real x(start = 1), y(start = 0, fixed = true), lambda;
initial equation
  der(y) = 2.5;
equation
  x*der(x) + y*der(y) = 0;
  der(x)^2 + der(y)^2 - y - lambda = 0;
  3*der(y) + der(lambda) = 0;
  x^2 + y^2 - 1 = 0;
end ProjectedPendulum;
// The equations of motion x'' = -x lambda, y'' = -y lambda - 1 with lambda = x'^2 + y'^2 - y, in 30 digits.
//: --rtol 1e-10 --stop 5
//: x = 0.94590647821167 +- 1e-7
//: y = -0.324439415726873 +- 1e-7
//: lambda = 7.22331824718062 +- 1e-6
//: dof = 2
