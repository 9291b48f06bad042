model Fekete "Charges on a sphere, as models/Fekete.mo has them for 20, on a spiral at the start"
  parameter Integer n = 1;
  parameter Real alpha = 0.5 "friction";
  parameter Real h[n] = {(2*i - n - 1)/n for i in 1:n} "height at the start";
  Real p[n, 3](start = {{cos(2.4*i)*sqrt(1 - h[i]^2), sin(2.4*i)*sqrt(1 - h[i]^2), h[i]} for i in 1:n});
  Real q[n, 3](each start = 0), lambda[n];
equation
  for i in 1:n loop
    der(p[i, :]) = q[i, :];
    for k in 1:3 loop
      der(q[i, k]) = 2*lambda[i]*p[i, k] - alpha*q[i, k]
        + sum((p[i, k] - p[j, k])/((p[i, :] - p[j, :])*(p[i, :] - p[j, :])) for j in 1:i - 1)
        + sum((p[i, k] - p[j, k])/((p[i, :] - p[j, :])*(p[i, :] - p[j, :])) for j in i + 1:n);
    end for;
    p[i, :]*p[i, :] = 1;
  end for;
end Fekete;
