model ElasticPendulumInvolutive "The pendulum on a stiff spring with all that follows for the force, up to second derivatives"
  // Tuomela, Arponen 2000, the involutive form before (7.2): five equations in three unknowns, the last two of them the first and the
  // second derivative of the third. Written so, lambda is a coordinate of the solution like any other.
  parameter Real epsilon = 0.1;
  Real x(start = 0.85, fixed = true), y(start = 0, fixed = true), lambda(start = -17.65) "force per length";
  Real s = epsilon^2*lambda - 1;
initial equation
  der(x) = 0;
  der(y) = 0;
equation
  der(der(x)) + x*lambda = 0;
  der(der(y)) + y*lambda + 1 = 0;
  (x^2 + y^2)*s^2 - 1 = 0 annotation(__involute(name = "spring"));
  epsilon^2*der(lambda) + (x*der(x) + y*der(y))*s^3 = 0;
  s*epsilon^2*der(der(lambda)) - 3*epsilon^4*der(lambda)^2 + (der(x)^2 + der(y)^2 - y)*s^4 - lambda*s^2 = 0;
  annotation(experiment(StopTime = 1.7, Tolerance = 1e-8));
end ElasticPendulumInvolutive;
// As for ElasticPendulum.
//: --rtol 1e-10
//: x = 0.26464018842634152 +- 1e-8
//: y = -1.0063666693267548 +- 1e-8
//: der(x) = -1.6940894917604421 +- 1e-7
//: der(y) = 1.1082032238077282 +- 1e-7
//: dof = 4
