model LagrangeTriangle "Three equal masses at the corners of a triangle that turns and breathes (Lagrange 1772)"
  constant Real pi = 2*asin(1);
  constant Integer N = 3;
  parameter Real a = 1, e = 0.2 "of the ellipse of each body";
  parameter Real mu = 1/sqrt(3) "unit masses: the pull towards the centre is mu/r^2";
  parameter Real fastest = sqrt(mu*(1 + e)/(a*(1 - e)));
  Real r[N, 2](start = {a*(1 - e)*{cos(2*pi*i/N), sin(2*pi*i/N)} for i in 1:N}, each fixed = true);
  Real v[N, 2](start = {fastest*{-sin(2*pi*i/N), cos(2*pi*i/N)} for i in 1:N}, each fixed = true);
equation
  for i in 1:N, k in 1:2 loop
    der(r[i, k]) = v[i, k];
    der(v[i, k]) = sum(if j == i then 0 else (r[j, k] - r[i, k])/((r[j, :] - r[i, :])*(r[j, :] - r[i, :]))^1.5 for j in 1:N);
  end for;
end LagrangeTriangle;
// Each body moves on its own Kepler ellipse; Kepler's equation at t = 5.
//: --rtol 1e-11 --stop 5
//: r[1,1] = 0.970977573821523 +- 1e-8
//: r[2,2] = 1.16748181494895 +- 1e-8
//: v[3,1] = 0.340823221293351 +- 1e-8
