model ParallelogramOpposed "Four bar linkage with all bars in one line, second component: the joints on different sides"
  // Tuomela and Arponen (2001), section 6.4, g2: the prime component of the constraints of the model Parallelogram on which the bars cross.
  // y2 = y1 (1 - 4/3 x2) with 1 <= x2 <= 3: when the crank is above the frame, the rocker is below. The gradients are independent also at
  // y1 = y2 = 0, where those of the three bars are not, and the linkage passes.
  parameter Real m1 = 0.2, m2 = 0.1 "masses";
  parameter Real T = 0.8 "torque on the crank, whose length is 1";
  parameter Real g = 9.81;
  Real x1(start = 0.5), y1(start = 0.8660254);
  Real x2(start = 1.5), y2(start = -0.8660254);
  Real mu[3];
initial equation
  der(x1) = 0;
  x1 = 0.5;
equation
  m1*der(der(x1)) + y1*T + 3*mu[3] = 0;
  m1*der(der(y1)) - x1*T + m1*g + (4*x2 - 3)*mu[2] + 4*y2*mu[3] = 0;
  m2*der(der(x2)) + (2*x2 - 4)*mu[1] + 4*y1*mu[2] - 3*mu[3] = 0;
  m2*der(der(y2)) + m2*g + 2*y2*mu[1] + 3*mu[2] + 4*y1*mu[3] = 0;
  x2^2 + y2^2 - 4*x2 + 3 = 0 annotation(__involute(name = "rocker"));
  4*y1*x2 - 3*y1 + 3*y2 = 0;
  4*y1*y2 + 3*x1 - 3*x2 + 6 = 0;
  annotation(experiment(StopTime = 10, Tolerance = 1e-8));
end ParallelogramOpposed;
// The equation for the crank angle, in 34 digits.
//: --rtol 1e-12 --stop 5
//: x1 = 0.992178515765922 +- 1e-9
//: y1 = 0.124827051765765 +- 1e-9
//: x2 = 2.93174215260238 +- 1e-9
//: y2 = -0.363120587496599 +- 1e-9
//: index = 3
//: dof = 2
