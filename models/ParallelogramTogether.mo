model ParallelogramTogether "Four bar linkage with all bars in one line, first component: both joints on the same side"
  // Tuomela and Arponen (2001), section 6.4, g1: the prime component of the constraints of the model Parallelogram on which joint 2 is joint 1
  // moved by the length of the frame. Its gradients are independent everywhere, so the linkage swings through y1 = y2 = 0 without a branch;
  // the multipliers belong to these constraints and are no longer the forces in the bars.
  parameter Real m1 = 0.2, m2 = 0.1 "masses";
  parameter Real T = 0.8 "torque on the crank, whose length is 1";
  parameter Real g = 9.81;
  Real x1(start = 0.5), y1(start = 0.8660254);
  Real x2(start = 2.5), y2(start = 0.8660254);
  Real mu[3];
initial equation
  der(x1) = 0;
  x1 = 0.5;
equation
  m1*der(der(x1)) + y1*T + mu[3] = 0;
  m1*der(der(y1)) - x1*T + m1*g + mu[2] = 0;
  m2*der(der(x2)) + (2*x2 - 4)*mu[1] - mu[3] = 0;
  m2*der(der(y2)) + m2*g + 2*y2*mu[1] - mu[2] = 0;
  x2^2 + y2^2 - 4*x2 + 3 = 0 annotation(__involute(name = "rocker"));
  y1 - y2 = 0;
  x1 - x2 + 2 = 0;
  annotation(experiment(StopTime = 5, Tolerance = 1e-8));
end ParallelogramTogether;
// A pendulum: (m1 + m2) der(der(phi)) = T - (m1 + m2) g cos(phi), in 34 digits.
//: --rtol 1e-12 --stop 5
//: x1 = -0.974273729686563 +- 1e-9
//: y1 = -0.225367920615675 +- 1e-9
//: x2 = 1.025726270313437 +- 1e-9
//: y2 = -0.225367920615675 +- 1e-9
//: index = 3
//: dof = 2
