model EulerTop "A free rigid body: its angular momentum goes round the vector of inertia, energy and length kept"
  // Liu, example 6: (85) - (88), with I[1] = I[2], where the solution has a closed form, (105) - (107). Start values are not printed there.
  parameter Real I[3] = {5/8, 5/8, 1/4} "moments of inertia";
  Real P[3](start = {0.48, -0.6, 0.64}, each fixed = true) "angular momentum in the body";
  Real H = sum(P[i]^2/I[i] for i in 1:3)/2 "energy" annotation(__involute(invariant = true));
  Real C = P*P/2 "Casimir function" annotation(__involute(invariant = true));
equation
  der(P) = cross(P, {P[i]/I[i] for i in 1:3});
  annotation(experiment(StopTime = 10, Tolerance = 1e-8), __involute(blocks = {{P[1], P[2]}, {P[3]}},
      plots = {plot(x = "P[1]", y = "P[3]", title = "on the sphere, from the side"), plot(y = {"P[1]", "P[2]", "P[3]"})}));
end EulerTop;
// In closed form.
//: --rtol 1e-11 --stop 10
//: P[1] = -0.655823502595907 +- 1e-9
//: P[2] = 0.400369246374939 +- 1e-9
//: P[3] = 0.64 +- 1e-12
//: dof = 3
