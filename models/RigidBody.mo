model RigidBody "A spinning body with friction that keeps the length of its angular momentum: four equations in three unknowns"
  // Tuomela, Arponen, Normi, (6.3). The sphere y*y = a is the manifold; the equations of motion give the
  // direction on it. With --ambient full they become constraints, too, on y and der(y) together: the
  // papers' general case. --like 000 runs both as the paper did.
  parameter Real alpha = 0.01, I[3] = {5/8, 5/8, 1/4}, a = 1;
  Real y[3](start = {0.12039744699920428, 0.9630795781140669, 0.24079489399840856});
equation
  der(y) = cross(y, y ./ I) + alpha*cross(y, cross(y, y ./ I));
  y*y = a;
  annotation(experiment(StopTime = 100, Tolerance = 1e-8));
end RigidBody;
// Three equations alone, in 34 digits.
//: --rtol 1e-11 --stop 100
//: y[1] = -0.429915564646145 +- 1e-7
//: y[2] = -0.902588673875449 +- 1e-7
//: y[3] = 0.0225009570184157 +- 1e-7
//: dof = 2
