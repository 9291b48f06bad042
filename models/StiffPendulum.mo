model StiffPendulum "A mass on a stiff spring: the spring swings a hundred times while the pendulum swings once"
  // Tuomela and Arponen (2001), section 6.3: the natural form of (6.3). The spring has length 1 at rest and the constant 1/epsilon^2; lambda
  // is its force divided by its length, so that the length r obeys r (1 - epsilon^2 lambda) = 1, here squared to stay polynomial.
  // As epsilon goes to 0 this becomes the pendulum of index 3.
  parameter Real epsilon = 0.1;
  Real x(start = 0.85, fixed = true), y(start = 0, fixed = true);
  Real lambda(start = -17.65);
  Real energy = (der(x)^2 + der(y)^2)/2 + y + epsilon^2*lambda^2*(x^2 + y^2)/2 "not declared: it shows what a method loses";
initial equation
  der(x) = 0;
  der(y) = 0;
equation
  der(der(x)) + x*lambda = 0;
  der(der(y)) + y*lambda + 1 = 0;
  (x^2 + y^2)*(epsilon^2*lambda - 1)^2 = 1 annotation(__involute(name = "spring"));
  annotation(experiment(StopTime = 20, Tolerance = 1e-8));
end StiffPendulum;
// The equations of motion with lambda = (1 - 1/r)/epsilon^2, in 34 digits.
//: --rtol 1e-12 --stop 3.7
//: x = -0.852804048896013 +- 1e-8
//: y = -0.000117175640974678 +- 1e-8
//: der(x) = 0.288668824131259 +- 1e-7
//: der(y) = 0.0154950347242691 +- 1e-7
//: index = 1
