model StiffPendulum "A pendulum on a stiff spring in involutive form: five equations in three unknowns"
  // Tuomela, Arponen 2000, section 7.2: the last two are the derivatives of the third.
  parameter Real eps = 0.1;
  Real y1(start = 0.8499787516403036, fixed = true), y2(start = 0, fixed = true), y3(start = -17.65);
initial equation
  der(y1) = 0;
  der(y2) = 0;
equation
  der(der(y1)) + y1*y3 = 0;
  der(der(y2)) + y2*y3 + 1 = 0;
  (y1^2 + y2^2)*(eps^2*y3 - 1)^2 - 1 = 0;
  eps^2*der(y3) + (y1*der(y1) + y2*der(y2))*(eps^2*y3 - 1)^3 = 0;
  (eps^2*y3 - 1)*eps^2*der(der(y3)) - 3*eps^4*der(y3)^2 + (der(y1)^2 + der(y2)^2 - y2)*(eps^2*y3 - 1)^4
    - y3*(eps^2*y3 - 1)^2 = 0;
end StiffPendulum;
// y3 eliminated, in 34 digits.
//: --rtol 1e-10 --stop 1.7
//: y1 = 0.264636067202517 +- 1e-6
//: y2 = -1.00636928374034 +- 1e-6
//: y3 = 3.89995442624805 +- 1e-4
//: der(y1) = -1.69413367459934 +- 1e-5
//: der(y2) = 1.10842022433303 +- 1e-5
//: dof = 4
