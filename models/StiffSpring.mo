model StiffSpring "A mass on a stiff, massless spring: 003, (6.3)"
  // f is the force of the spring divided by its length. As eps goes to zero the spring becomes a rod, f its
  // multiplier, and the system one of index 3. It starts without tension, so that the fast oscillation
  // of the spring, with frequency 1/eps, is hardly excited; implicit methods step over it.
  parameter Real eps = 1e-3 "1/eps^2 is the stiffness of the spring";
  Real x(start = 1, fixed = true), y(start = 0, fixed = true) "position";
  Real u(start = 0, fixed = true), v(start = 0, fixed = true) "velocity";
  Real f(start = 0) "force of the spring by its length";
equation
  der(x) = u;
  der(y) = v;
  der(u) = -x*f;
  der(v) = -y*f - 1;
  (x^2 + y^2)*(eps^2*f - 1)^2 = 1;
  annotation(experiment(StartTime = 0, StopTime = 10, Tolerance = 1e-4));
end StiffSpring;
// The classical Runge-Kutta method with 1e6 and 2e6 steps on the equations without f, in long double.
//: --method radau --rtol 1e-8
//: x = -0.811576372651099 +- 1e-7
//: y = -0.584249344745714 +- 1e-7
//: u = -0.63155263059073 +- 1e-6
//: v = 0.877289514465398 +- 1e-6
//: f = 1.75273604725 +- 1e-4
