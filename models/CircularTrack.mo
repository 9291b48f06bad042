model CircularTrack "A particle that is driven round a circular track faster and faster: index 3, u = (sin t^2, cos t^2)"
  // Arevalo and Lotstedt 1995; Liu, example 5: (44) - (46). Positions and velocities are both constrained; a method that keeps the
  // positions only (one length for u) does worse than one that keeps nothing.
  Real u[2](start = {0, 1}), lambda "tension";
initial equation
  u[1] = 0;
  der(u[1]) = 0;
equation
  der(der(u[1])) = 2*u[2] + lambda*u[1];
  der(der(u[2])) = -2*u[1] + lambda*u[2];
  u*u = 1;
  annotation(experiment(StopTime = 5, Tolerance = 1e-8));
end CircularTrack;
// In closed form.
//: --rtol 1e-12 --stop 5
//: u[1] = -0.132351750097773 +- 1e-8
//: u[2] = 0.991202811863474 +- 1e-8
//: lambda = -100 +- 1e-6
//: index = 3
//: dof = 2
