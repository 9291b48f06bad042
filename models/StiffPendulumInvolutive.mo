model StiffPendulumInvolutive "A mass on a stiff spring, with all that follows written out: five equations in three unknowns"
  // Tuomela and Arponen (2001), (6.3): what the spring's equation gives for the first and the second derivative of lambda. The program finds
  // these by itself (model StiffPendulum); written out, they must agree with what it finds.
  parameter Real epsilon = 0.1;
  Real x(start = 0.85, fixed = true), y(start = 0, fixed = true);
  Real lambda(start = -17.65) "force of the spring, per length";
initial equation
  der(x) = 0;
  der(y) = 0;
equation
  der(der(x)) + x*lambda = 0;
  der(der(y)) + y*lambda + 1 = 0;
  (x^2 + y^2)*(epsilon^2*lambda - 1)^2 - 1 = 0;
  epsilon^2*der(lambda) + (x*der(x) + y*der(y))*(epsilon^2*lambda - 1)^3 = 0;
  (epsilon^2*lambda - 1)*epsilon^2*der(der(lambda)) - 3*epsilon^4*der(lambda)^2
    + (der(x)^2 + der(y)^2 - y)*(epsilon^2*lambda - 1)^4 - lambda*(epsilon^2*lambda - 1)^2 = 0;
  annotation(experiment(StopTime = 20, Tolerance = 1e-8));
end StiffPendulumInvolutive;
// As for StiffPendulum.
//: --rtol 1e-12 --stop 3.7
//: x = -0.852804048896013 +- 1e-8
//: y = -0.000117175640974678 +- 1e-8
//: der(x) = 0.288668824131259 +- 1e-7
//: der(y) = 0.0154950347242691 +- 1e-7
//: dof = 4
