model ThreeCranks "A bar on three parallel cranks of equal length: two would do, the third says nothing new as long as the bar stays level"
  // The third constraint is independent of the others almost everywhere, but not on the branch on which the mechanism moves. It has no
  // force of its own; three forces could not be told apart.
  parameter Real m = 1, J = 0.2, g = 9.81;
  parameter Real s[3] = {-1, 1, 0} "where the cranks are, from the middle of the bar";
  Real X(start = 1.6, fixed = true), Y(start = -0.8), phi(start = 0), l1, l2;
  Real px[3] = {X + s[i]*cos(phi) - 1 - s[i] for i in 1:3}, py[3] = {Y + s[i]*sin(phi) for i in 1:3} "ends of the cranks, from their pivots";
initial equation
  der(X) = 0;
equation
  m*der(der(X)) = -l1*px[1] - l2*px[2];
  m*der(der(Y)) = -l1*py[1] - l2*py[2] - m*g;
  J*der(der(phi)) = -l1*s[1]*(py[1]*cos(phi) - px[1]*sin(phi)) - l2*s[2]*(py[2]*cos(phi) - px[2]*sin(phi));
  for i in 1:3 loop
    px[i]^2 + py[i]^2 = 1;
  end for;
end ThreeCranks;
// The bar moves like a pendulum of length 1, in 30 digits; l1 = l2.
//: --rtol 1e-10 --stop 2
//: X = 1.59172154011421 +- 1e-7
//: Y = -0.806142430941867 +- 1e-7
//: phi = 0 +- 1e-9
//: l1 = 4.01438587130957 +- 1e-6
//: l2 = 4.01438587130957 +- 1e-6
//: dof = 2
//: index = 3
