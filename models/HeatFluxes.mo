model HeatFluxes "Heat in a rod whose flux saturates: cells with algebraic, nonlinear fluxes between them"
  // The flux q between two cells grows with the difference of their temperatures, but less and less: q + b q^3 is
  // proportional to it. It cannot be given in closed form, so that each flux is an unknown of its own. The
  // left end is insulated, the right end heated by a smooth pulse.
  parameter Integer N = 1000 "cells";
  parameter Real b = 0.5 "saturation";
  parameter Real h = 1/N "width of a cell";
  Real T[N](each start = 1, each fixed = true) "temperatures";
  Real q[N](each start = 0) "fluxes to the left, q[N] from outside";
equation
  h*der(T[1]) = q[1];
  for i in 2:N loop
    h*der(T[i]) = q[i] - q[i-1];
  end for;
  for i in 1:N-1 loop
    q[i] + b*q[i]^3 = (T[i+1] - T[i])/h;
  end for;
  q[N] + b*q[N]^3 = (1 + sin(2*time)^2 - T[N])/(h/2);
  annotation(experiment(StartTime = 0, StopTime = 1, Tolerance = 1e-8));
end HeatFluxes;
// The implicit midpoint rule on the temperatures alone, 1000 to 8000 steps, extrapolated.
//: --method radau
//: T[1] = 1.6032714470891 +- 3e-7
//: T[500] = 1.6912754395319 +- 3e-7
//: T[1000] = 1.826791776809 +- 1e-8
//: index = 1
//: dof = 1000
