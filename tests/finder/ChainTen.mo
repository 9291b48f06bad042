//: degree 2, independent 1
//: integral the energy
model ChainTen
  parameter Integer n = 10;
  parameter Real g = 9.81;
  Real x[n](start = {i*0.8 for i in 1:n}), y[n](start = {-i*0.6 for i in 1:n}), F[n];
equation
  for i in 1:n loop
    der(der(x[i])) = -F[i]*(x[i] - (if i == 1 then 0 else x[max(i - 1, 1)])) + (if i == n then 0 else F[min(i + 1, n)]*(x[min(i + 1, n)] - x[i]));
    der(der(y[i])) = -F[i]*(y[i] - (if i == 1 then 0 else y[max(i - 1, 1)])) + (if i == n then 0 else F[min(i + 1, n)]*(y[min(i + 1, n)] - y[i])) - g;
    (x[i] - (if i == 1 then 0 else x[max(i - 1, 1)]))^2 + (y[i] - (if i == 1 then 0 else y[max(i - 1, 1)]))^2 = 1;
  end for;
end ChainTen;
