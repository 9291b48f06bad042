model FourBarImposed "Four bar linkage that is held on its energy although a torque drives it: not a motion, but a curve"
  // Tuomela and Arponen (2001), figure 6.7, the solid line: points are stepped by the equations of motion (6.8) and projected onto the
  // constraints and the energy (6.7), which the torque does not keep. As steps get shorter, that tends to this system: the motion (v, a)
  // without its part across the surface g = 0, G v = 0, E = E0. Where kappa is not zero, der(q) is not v and der(v) is not a.
  parameter Real b = 2, c = 1.5, d = 2 "lengths; that of the crank is 1";
  parameter Real m[4] = {0.2, 0.2, 0.1, 0.1} "masses";
  parameter Real T = 0.8 "torque on the crank";
  parameter Real gravity = 9.81;
  parameter Real E0(fixed = false);
  Real q[4](start = {0.5, 0.866, 2.4155, 1.4413}), v[4](each start = 0) "x and y of joints 1 and 2";
  Real a[4], lambda[3] "the motion that the equations ask for";
  Real alpha[3], beta[3], kappa "what is taken from it";
  Real G[3, 4] = {{q[1], q[2], 0, 0}, {q[1] - q[3], q[2] - q[4], q[3] - q[1], q[4] - q[2]}, {0, 0, q[3] - d, q[4]}} "gradients";
  Real H[3, 4] = {{v[1], v[2], 0, 0}, {v[1] - v[3], v[2] - v[4], v[3] - v[1], v[4] - v[2]}, {0, 0, v[3], v[4]}} "their rates";
  Real E = sum(m[i]*v[i]^2 for i in 1:4)/2 + gravity*(m[2]*q[2] + m[4]*q[4]);
initial equation
  q[1] = 0.5;
  v[1] = 0;
equation
  der(q) = v - transpose(G)*alpha - transpose(H)*beta - kappa*gravity*{0, m[2], 0, m[4]};
  der(v) = a - transpose(G)*beta - kappa*{m[i]*v[i] for i in 1:4};
  {m[i]*a[i] for i in 1:4} + T*{q[2], -q[1], 0, 0} + gravity*{0, m[2], 0, m[4]} + transpose(G)*lambda = {0, 0, 0, 0};
  G*a + H*v = {0, 0, 0};
  q[1]^2 + q[2]^2 = 1;
  (q[3] - q[1])^2 + (q[4] - q[2])^2 = b^2;
  (d - q[3])^2 + q[4]^2 = c^2;
  G*v = {0, 0, 0};
  E = E0;
  annotation(experiment(StopTime = 5, Tolerance = 1e-8));
end FourBarImposed;
// The projected field of the reduced system, in 34 digits.
//: --rtol 1e-12 --stop 5
//: q[1] = 0.576108339725676803 +- 1e-8
//: q[2] = 0.817373342419805225 +- 1e-8
//: q[3] = 2.48313905242723316 +- 1e-8
//: q[4] = 1.42006220146151177 +- 1e-8
//: v[1] = 0.778310193531914896 +- 1e-7
//: dof = 1
