model Fekete "Twenty charges on a sphere come to rest as far from each other as they can: index 3, 80 degrees of freedom"
  // Elliptic Fekete points as the steady state of a mechanical system: Test Set for IVP Solvers, 'Fekete problem' (Bendtsen, de Swart).
  parameter Integer N = 20;
  parameter Real alpha = 0.5 "friction", pi = 3.141592653589793;
  parameter Real omega[N] = {(if i <= 3 then 2*pi*i/3 + pi/13 elseif i <= 10 then 2*pi*(i - 3)/7 + pi/29
    elseif i <= 16 then 2*pi*(i - 10)/6 + pi/7 else 2*pi*(i - 17)/4 + pi/17) for i in 1:N} "longitude at the start";
  parameter Real beta[N] = {(if i <= 3 then 3*pi/8 elseif i <= 10 then pi/8 elseif i <= 16 then -2*pi/15 else -3*pi/10) for i in 1:N};
  Real p[N, 3](start = {{cos(omega[i])*cos(beta[i]), sin(omega[i])*cos(beta[i]), sin(beta[i])} for i in 1:N});
  Real q[N, 3](each start = 0), lambda[N];
equation
  for i in 1:N loop
    der(p[i, :]) = q[i, :];
    for k in 1:3 loop
      der(q[i, k]) = 2*lambda[i]*p[i, k] - alpha*q[i, k]
        + sum((p[i, k] - p[j, k])/((p[i, :] - p[j, :])*(p[i, :] - p[j, :])) for j in 1:i - 1)
        + sum((p[i, k] - p[j, k])/((p[i, :] - p[j, :])*(p[i, :] - p[j, :])) for j in i + 1:N);
    end for;
    p[i, :]*p[i, :] = 1;
  end for;
  annotation(experiment(StopTime = 1000, Tolerance = 1e-8));
end Fekete;
// The published end of the test set; at rest each of the 19 others pushes outwards by 1/2: lambda = -19/4.
//: --rtol 1e-8 --stop 1000
//: p[1,1] = -0.40702633803332 +- 1e-6
//: p[1,2] = 0.34637587727918 +- 1e-6
//: p[1,3] = 0.84519424500304 +- 1e-6
//: lambda[1] = -4.75 +- 1e-7
//: lambda[20] = -4.75 +- 1e-7
//: index = 3
//: dof = 80
