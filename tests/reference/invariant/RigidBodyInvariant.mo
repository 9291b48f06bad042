model RigidBodyInvariant "A spinning body with friction, the length of its angular momentum as a declared invariant"
  // Tuomela, Arponen, Normi, (6.3).
  parameter Real alpha = 0.01, I[3] = {5/8, 5/8, 1/4};
  Real y[3](start = {0.12039744699920428, 0.9630795781140669, 0.24079489399840856});
  Real H[3] = {y[i]/I[i] for i in 1:3} "gradient of the energy", M[3] = cross(y, H);
  Real length = y*y annotation(__involute(invariant = true));
equation
  der(y) = M + alpha*cross(y, M);
end RigidBodyInvariant;
// Three equations alone, in 34 digits.
//: --rtol 1e-11 --stop 100
//: y[1] = -0.429915564646145 +- 1e-7
//: y[2] = -0.902588673875449 +- 1e-7
//: y[3] = 0.0225009570184157 +- 1e-7
//: dof = 3
