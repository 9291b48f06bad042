//: done kept method=rk4 step=0.01 rtol=1e-8
model TopInOtherUnits "A free rigid body whose angular momentum has a unit of 1e-6: its invariants are as independent as in any other"
  parameter Real I[3] = {0.6, 0.7, 0.25};
  Real P[3](start = {4.8e5, -6e5, 6.4e5}, each fixed = true);
  Real H = sum((1e-6*P[i])^2/I[i] for i in 1:3)/2 annotation(__involute(invariant = true));
  Real C = (1e-6*P)*(1e-6*P)/2 annotation(__involute(invariant = true));
equation
  der(P) = 1e-6*cross(P, {P[i]/I[i] for i in 1:3});
end TopInOtherUnits;
