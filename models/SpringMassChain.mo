model SpringMassChain "Which force moves the middle of three masses along a sine? Index 5"
  // Bäse, (4.8): two springs between three masses; the same unknown force F acts on the outer masses so
  // that the inner one follows sin(t). The equation of its path is differentiated four times.
  parameter Real m(unit = "kg") = 1 "mass of each";
  parameter Real c(unit = "N/m") = 1/6 "stiffness of the springs";
  Real p1(unit = "m"), p2(unit = "m"), p3(unit = "m");
  Real v1(unit = "m/s", start = -2), v2(unit = "m/s"), v3(unit = "m/s", start = -2);
  Real F(unit = "N");
equation
  der(p1) = v1;
  der(p2) = v2;
  der(p3) = v3;
  m*der(v1) = F - c*(p1 - p2);
  m*der(v2) = c*(p1 - p2) - c*(p2 - p3);
  m*der(v3) = F + c*(p2 - p3);
  0 = sin(time) - p2;
  annotation(experiment(StopTime = 20, Tolerance = 1e-8));
end SpringMassChain;
// p2 = sin t; p1 = p3 and F follow in closed form.
//: --rtol 1e-11 --stop 400
//: p1 = 1.70183871927835 +- 1e-7
//: v1 = 1.05059267728507 +- 1e-7
//: F = -1.27637903945876 +- 1e-7
//: index = 5
//: dof = 2
