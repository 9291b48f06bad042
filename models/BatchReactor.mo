model BatchReactor "A batch reactor of the Dow Chemical Company: ten unknowns whose sizes lie between 1e-14 and 10"
  // Biegler and Damiano 1986; Liu, example 7: (108) - (117), with k3 in (111). Time in hours.
  // w[3] and w[4] cannot be 0 at the start, as printed: all w follow from u. A transient of 1e-5 hours comes first.
  // With the blocks of the paper lengths of 8 and of 1e-9 are solved for at once: nowhere transversal, so that mrk4 takes nearest points instead.
  parameter Real k1 = 21.893, km1 = 2.14e9, k2 = 32.318, k3 = 21.893, km3 = 1.07e9 "rates";
  parameter Real K[3] = {4.03e-11, 5.32e-18, 7.65e-18} "equilibria", a = 0.0131;
  Real u[6](start = {1.5776, 8.32, 0.01, 0, 0.01, a}, each fixed = true);
  Real w[4](start = {8e-6, 8e-6, 7e-15, 1e-14}, nominal = {1e-8, 1e-2, 1e-9, 1e-9});
equation
  der(u[1]) = -k2*u[2]*w[2];
  der(u[2]) = -k1*u[2]*u[6] + km1*w[4] - k2*u[2]*w[2];
  der(u[3]) = k2*u[2]*w[2] + k3*u[4]*u[6] - km3*w[3];
  der(u[4]) = -k3*u[4]*u[6] + km3*w[3];
  der(u[5]) = k1*u[2]*u[6] - km1*w[4];
  der(u[6]) = -k1*u[2]*u[6] - k3*u[4]*u[6] + km1*w[4] + km3*w[3];
  u[6] - w[1] + w[2] + w[3] + w[4] = a;
  for i in 1:3 loop
    w[i + 1] = K[i]*u[2*i - 1]/(K[i] + w[1]);
  end for;
  annotation(experiment(StopTime = 1, Tolerance = 1e-8),
    __involute(blocks = {{u[2], u[4], u[6], w[1], w[2], w[3], w[4]}, {u[1]}, {u[3]}, {u[5]}}));
end BatchReactor;
// The six differential equations with w[1] solved for, extrapolated; good to 1e-8.
//: --rtol 1e-10 --stop 1
//: u[1] = 0.316525103 +- 1e-8
//: u[2] = 6.529876676 +- 2e-8
//: u[4] = 0.527336514 +- 1e-8
//: u[6] = 0.0113880864 +- 1e-9
//: w[2] = 0.00171191992 +- 1e-10
//: dof = 6
