model MagneticParticleInvariant "A charge between a centre and a magnetic field, energy and magnetic momentum as declared invariants"
  // Tuomela, Arponen, Normi, (6.11), U = -1/|y|, B = (0, 0, 1), m = 1; from rest, where the energy says nothing on velocities.
  Real y[3](each start = 1), v[3](each start = 0);
  constant Real B[3] = {0, 0, 1};
  Real momentum = cross(y, v + cross(y, B)/2)*B annotation(__involute(invariant = true));
  Real energy = v*v/2 - 1/sqrt(y*y) annotation(__involute(invariant = true));
equation
  der(y) = v;
  der(v) = -y/sqrt(y*y)^3 + cross(B, v);
end MagneticParticleInvariant;
// The equations of motion alone, in 34 digits.
//: --rtol 1e-11 --stop 20
//: y[1] = -1.15974040149213 +- 1e-6
//: y[2] = -0.657836117342665 +- 1e-6
//: y[3] = -0.879681638865811 +- 1e-6
//: v[1] = -0.22857484778413 +- 1e-6
//: v[3] = -0.209684520376561 +- 1e-6
//: dof = 6
