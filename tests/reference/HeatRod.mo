model HeatRod "Heat equation on N inner nodes, as a vector equation with slices: two eigenmodes, each with its own rate"
  import Modelica.Constants.pi;
  parameter Integer N = 9 "inner nodes; both ends are kept at 0";
  parameter Real h = 1/(N + 1);
  Real u[N](start = {sin(pi*i*h) + 0.5*sin(3*pi*i*h) for i in 1:N}, each fixed = true);
equation
  der(u[1]) = (u[2] - 2*u[1])/h^2;
  der(u[2:N - 1]) = (u[1:N - 2] - 2*u[2:N - 1] + u[3:end])/h^2;
  der(u[end]) = (u[end - 1] - 2*u[end])/h^2;
end HeatRod;
// u[i] = exp(-l1 t) sin(pi i h) + exp(-l3 t) sin(3 pi i h)/2 with lk = 4 sin(k pi h/2)^2/h^2, the eigenvalues of the discrete problem.
//: --rtol 1e-10 --stop 0.05
//: u[1] = 0.195975937454048 +- 1e-8
//: u[5] = 0.604867892208288 +- 1e-8
//: u[9] = 0.195975937454048 +- 1e-8
//: dof = 9
