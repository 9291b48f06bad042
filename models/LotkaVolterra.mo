model LotkaVolterra "Predators and prey: the orbits are closed, because H does not change"
  // Liu, example 1: (19) - (21). A method that does not keep H spirals in or out.
  // The gradient of H is (1/x - 1, 1/y - 1) and its Hessian negative definite, which is what the method hmgps asks for.
  Real x(start = 0.5, fixed = true) "predators", y(start = 0.5, fixed = true) "prey";
  Real H = log(x) - x + log(y) - y annotation(__involute(invariant = true));
equation
  der(x) = -x + x*y;
  der(y) = y - x*y;
  annotation(experiment(StopTime = 20, Tolerance = 1e-8),
    __involute(plots = {plot(x = "x", y = "y", title = "orbit"), plot(y = {"x", "y"}, title = "predators x, prey y")}));
end LotkaVolterra;
// In 34 digits.
//: --rtol 1e-11 --stop 20
//: x = 0.52129500881864 +- 1e-9
//: y = 0.480377809962743 +- 1e-9
//: dof = 2
