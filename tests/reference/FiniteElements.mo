model FiniteElements "Heat equation with linear finite elements: the mass matrix couples all derivatives"
  constant Real pi = 2*asin(1);
  constant Integer N = 7;
  parameter Real h = 1/(N + 1);
  parameter Real M[N, N] = h/6*{{if i == j then 4 elseif abs(i - j) == 1 then 1 else 0 for j in 1:N} for i in 1:N};
  parameter Real K[N, N] = (2*identity(N) - [zeros(N - 1), identity(N - 1); 0, zeros(1, N - 1)] - [zeros(1, N - 1), 0; identity(N - 1), zeros(N - 1)])/h;
  Real u[N](start = {sin(2*pi*i*h) for i in 1:N}, each fixed = true);
equation
  M*der(u) = -K*u;
end FiniteElements;
// u[i] = exp(-l t) sin(2 pi i h) with l = 6/h^2 (1 - cos(2 pi h))/(2 + cos(2 pi h)).
//: --rtol 1e-11 --stop 0.04
//: u[1] = 0.134198355164857 +- 1e-9
//: u[6] = -0.189785133922302 +- 1e-9
