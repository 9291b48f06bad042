model InvolutivePendulum "The pendulum with all that follows from it written out: seven equations in three unknowns"
  // Tuomela, Arponen 2000, (4.2): the involutive form in second derivatives, found there by prolonging and projecting four times.
  Real x(start = 1, fixed = true), y(start = 0), lambda "tension of the rod";
initial equation
  der(y) = 0;
equation
  der(der(x)) + x*lambda = 0;
  der(der(y)) + y*lambda + 1 = 0;
  der(der(lambda)) + 3*der(der(y)) = 0;
  x*der(x) + y*der(y) = 0;
  der(x)^2 + der(y)^2 - y - lambda = 0;
  3*der(y) + der(lambda) = 0;
  x^2 + y^2 - 1 = 0;
  annotation(experiment(StopTime = 5.1, Tolerance = 1e-8));
end InvolutivePendulum;
// The pendulum of three equations, its reduced system in 34 digits.
//: --rtol 1e-10 --stop 5.1
//: x = -0.590049529999272 +- 1e-7
//: y = -0.807367049208499 +- 1e-7
//: der(x) = 1.02593897528939 +- 1e-7
//: der(y) = -0.749788848542805 +- 1e-7
//: dof = 2
