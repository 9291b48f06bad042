model RoundedSum "A pendulum, and the sum of two of its equations again, with factors that round"
  // What is left of the sum without its derivatives is l = a again, up to round-off: it was taken as a third equation of l and a, of which nothing was left.
  Real x(start = 1, fixed = true), y(start = 0), l "tension", q, a;
initial equation
  der(y) = 0;
equation
  0 = (2.718281828*q + 0.1*(-a))/0.3333333 - (2.718281828*((der(x)^2 + der(y)^2)/3e5) + 0.1*(-l))/0.3333333;
  -a = -l;
  q = (der(x)^2 + der(y)^2)/3e5;
  der(der(x)) + l*x = 0;
  der(der(y)) + l*y + 1 = 0;
  x^2 + y^2 = 1;
end RoundedSum;
// The angle from below, phi'' = -sin(phi), by 20000 steps of the classical method: x = sin(phi), y = -cos(phi), l = phi'^2 + cos(phi).
//: --rtol 1e-10 --stop 1
//: x = 0.879548132411892 +- 1e-9
//: y = -0.475809922942715 +- 1e-9
//: a = 1.42742976882815 +- 1e-8
//: dof = 2
//: index = 3
