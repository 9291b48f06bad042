model KeplerEquations "An orbit with its energy and its angular momentum as equations: four equations in two unknowns"
  // Tuomela, Arponen 2000, (7.5). Not declared invariants but equations, each takes a degree of freedom.
  Real x(start = 0.5), y(start = 0), r = sqrt(x^2 + y^2);
initial equation
  y = 0;
equation
  der(der(x)) = -x/r^3;
  der(der(y)) = -y/r^3;
  (der(x)^2 + der(y)^2)/2 - 1/r = 1.73^2/2 - 2;
  x*der(y) - y*der(x) = 0.5*1.73;
  annotation(experiment(StopTime = 100, Tolerance = 1e-8));
end KeplerEquations;
// The equations of motion alone, in 34 digits.
//: --rtol 1e-12 --stop 100
//: x = 0.0962668206925468 +- 1e-6
//: y = 0.693786392651693 +- 1e-6
//: der(x) = -1.1450985434308 +- 1e-6
//: der(y) = 0.732819592616942 +- 1e-6
//: dof = 2
