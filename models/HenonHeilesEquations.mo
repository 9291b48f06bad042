model HenonHeilesEquations "Two oscillators with their energy as one more equation: three equations in two unknowns"
  // Tuomela and Arponen (2001), (6.1): the involutive form in second derivatives. The energy is not declared to be kept but stated,
  // with its value, and takes one of the four degrees of freedom: vx follows from the rest, up to the sign that its start value tells.
  parameter Real a = 0.029952 "energy";
  Real x(start = 0.12, fixed = true), y(start = 0.12, fixed = true);
  Real vx(start = 0.12), vy(start = 0.12, fixed = true);
equation
  der(x) = vx;
  der(y) = vy;
  der(der(x)) + x + 2*x*y = 0;
  der(der(y)) + y + x^2 - y^2 = 0;
  (vx^2 + vy^2)/2 + (x^2 + y^2)/2 + x^2*y - y^3/3 - a = 0;
  annotation(experiment(StopTime = 110, Tolerance = 1e-8));
end HenonHeilesEquations;
// The equations of motion alone, in 34 digits.
//: --rtol 1e-12 --stop 110
//: x = 0.0650144328072613 +- 1e-8
//: y = 0.246590712315162 +- 1e-8
//: vx = 0.00101554694888429 +- 1e-8
//: vy = 0.052733165461289 +- 1e-8
//: dof = 3
