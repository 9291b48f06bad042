model Parallelogram "Four bar linkage whose bars can lie in one line: its constraints have two components"
  // Tuomela and Arponen (2001), section 6.4, (a, b, c, d) = (1, 2, 1, 2). Where all joints are on the x-axis the three constraints are
  // dependent (at t = 1.4416): the linkage can go on as a parallelogram or with its joints on different sides of the axis, as it begins here.
  // 'involute decompose' writes a model for each, which passes there.
  parameter Real a = 1, b = 2, c = 1, d = 2 "lengths";
  parameter Real m1 = 0.2, m2 = 0.1 "masses";
  parameter Real T = 0.8 "torque on the crank";
  parameter Real g = 9.81;
  Real x1(start = 0.5), y1(start = 0.8660254);
  Real x2(start = 1.5), y2(start = -0.8660254);
  Real lambda1, lambda2, lambda3 "forces in the rods";
initial equation
  der(x1) = 0;
  x1 = 0.5;
equation
  m1*der(der(x1)) + y1*T/a^2 + x1*lambda1 - (x2 - x1)*lambda2 = 0;
  m1*der(der(y1)) - x1*T/a^2 + m1*g + y1*lambda1 - (y2 - y1)*lambda2 = 0;
  m2*der(der(x2)) + (x2 - x1)*lambda2 - (d - x2)*lambda3 = 0;
  m2*der(der(y2)) + m2*g + (y2 - y1)*lambda2 + y2*lambda3 = 0;
  (x1^2 + y1^2 - a^2)/2 = 0 annotation(__involute(name = "crank"));
  ((x2 - x1)^2 + (y2 - y1)^2 - b^2)/2 = 0 annotation(__involute(name = "coupler"));
  ((d - x2)^2 + y2^2 - c^2)/2 = 0 annotation(__involute(name = "rocker"));
  annotation(experiment(StopTime = 1.25, Tolerance = 1e-8));
end Parallelogram;
// The equation for the crank angle on the component that holds the start, in 30 digits.
//: --rtol 1e-12
//: x1 = 0.9983277644601273 +- 1e-9
//: y1 = 0.05780722020686091 +- 1e-9
//: x2 = 2.985049880624923 +- 1e-9
//: y2 = -0.1722693608301375 +- 1e-9
//: index = 3
//: dof = 2
