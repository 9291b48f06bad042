model ElasticPendulum "A pendulum on a stiff spring: fast oscillations along the spring, slow ones across"
  // Tuomela, Arponen 2000, section 7.2, (7.2). The force lambda (per length) follows from the length r of the spring, lambda =
  // (1 - 1/r)/epsilon^2, here without the square root: r^2 (epsilon^2 lambda - 1)^2 = 1. With epsilon = 0 it is the rod of UnitPendulum
  // and the index jumps from 1 to 3; for small epsilon the equations are regular, but the spring oscillates with period 2 pi epsilon.
  parameter Real epsilon = 0.1;
  parameter Real v0 = 0 "velocity along the spring at the start";
  Real x(start = 0.85, fixed = true), y(start = 0, fixed = true), lambda(start = -17.65) "force per length";
  Real r = sqrt(x^2 + y^2) "length of the spring";
  Real energy = (der(x)^2 + der(y)^2)/2 + y + (r - 1)^2/(2*epsilon^2);
initial equation
  der(x) = v0;
  der(y) = 0;
equation
  der(der(x)) + x*lambda = 0;
  der(der(y)) + y*lambda + 1 = 0;
  (x^2 + y^2)*(epsilon^2*lambda - 1)^2 - 1 = 0 annotation(__involute(name = "spring"));
  annotation(experiment(StopTime = 1.7, Tolerance = 1e-8));
end ElasticPendulum;
// The force put into the equations of motion, in 34 digits.
//: --rtol 1e-10
//: x = 0.26464018842634152 +- 1e-8
//: y = -1.0063666693267548 +- 1e-8
//: der(x) = -1.6940894917604421 +- 1e-7
//: der(y) = 1.1082032238077282 +- 1e-7
//: dof = 4
//: coordinates = 6
