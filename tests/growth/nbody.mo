model NBody "Bodies that attract each other"
  parameter Integer n = 1;
  parameter Real m[n] = {1 + 0.1*mod(i, 3) for i in 1:n};
  Real x[n, 3](start = {{cos(2.4*i)*i, sin(2.4*i)*i, mod(7*i, 5)} for i in 1:n});
  Real v[n, 3](each start = 0);
equation
  for i in 1:n loop
    der(x[i, :]) = v[i, :];
    for k in 1:3 loop
      der(v[i, k]) = sum((if j == i then 0 else m[j]*(x[j, k] - x[i, k])
        /((x[i, 1] - x[j, 1])^2 + (x[i, 2] - x[j, 2])^2 + (x[i, 3] - x[j, 3])^2)^1.5) for j in 1:n);
    end for;
  end for;
end NBody;
