//: degree 2, independent 10
model FourBodies "Written for any number of bodies"
  parameter Integer n = 4;
  parameter Real m[n] = {1, 0.5, 0.7, 0.2};
  Real x[n,3](start = [1, 0, 0.1; -0.6, 0.3, 0; 0, 1.2, -0.4; 0.3, -1, 0.5], each fixed = true);
  Real v[n,3](start = [0, 0.6, 0; 0.3, -0.8, 0.1; -0.7, 0, 0.2; 0.1, 0.2, 0], each fixed = true);
equation
  der(x) = v;
  for i in 1:n loop
    for k in 1:3 loop
      der(v[i,k]) = sum(if j == i then 0 else m[j]*(x[j,k] - x[i,k])/sqrt(sum((x[i,l] - x[j,l])^2 for l in 1:3))^3 for j in 1:n);
    end for;
  end for;
end FourBodies;
