model SixParticlesEnergy "The six particles on the surface of constant energy"
  // Tuomela, Arponen 2000, (7.8): model SixParticles, which explains the matrices R and S, with its energy declared an invariant.
  constant Integer R[5,6] = {{if j == i then -1 elseif j == i + 1 then 1 else 0 for j in 1:6} for i in 1:5} "rods";
  constant Integer S[4,6] = {{if j == i then -1 elseif j == i + 2 then 1 else 0 for j in 1:6} for i in 1:4} "springs";
  parameter Real k = 5 "stiffness of the springs";
  Real p[6,2](start = {{0, 0}, {0.5, 0.866}, {1, 0}, {1.5, 0.866}, {2, 0}, {2.5, 0.866}}) "positions";
  Real v[6,2](start = {{1, -5.77}, {-1, -4.62}, {1, -3.464}, {-1, -2.31}, {1, -1.155}, {-1, 0}}) "velocities";
  Real tension[5] "of the rods, per length";
  Real energy = sum(v.^2)/2 + k/2*sum((S*p).^2) annotation(__involute(invariant = true));
equation
  der(p) = v;
  der(v) = -transpose(R)*diagonal(tension)*R*p - k*transpose(S)*S*p;
  for i in 1:5 loop
    ((R[i,:]*p)*(R[i,:]*p) - 1)/2 = 0 annotation(__involute(name = "rod"));
  end for;
  annotation(experiment(StopTime = 1, Tolerance = 1e-8));
end SixParticlesEnergy;
// From the same start, the tensions eliminated by hand, in 34 digits.
//: --rtol 1e-11 --stop 1
//: p[1,1] = 2.3862667481274262 +- 1e-8
//: p[1,2] = -3.2134246523782735 +- 1e-8
//: p[6,1] = 0.11372275141172308 +- 1e-8
//: v[6,2] = -5.3802131785090257 +- 1e-8
//: index = 3
//: dof = 14
//: coordinates = 25
