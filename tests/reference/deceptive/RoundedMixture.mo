model RoundedMixture "The second row is the first times 3/11 and y, in numbers that products have rounded"
  // 0.99 is written as the double nearest to 1.1*0.9: exact elimination finds a coefficient of der(der(x)) of 1e-17 in what is y = sin(t).
  Real x(start = 2, fixed = true), y;
initial equation
  der(x) = 1;
equation
  2.2*der(der(y)) + 0.9900000000000001*der(der(x)) = 0;
  0.6*der(der(y)) + 0.27*der(der(x)) + 0.6*y = 0.6*sin(time);
end RoundedMixture;
// y = sin t; x'' = sin(t)/0.45, so that x = 2 + t + (t - sin t)/0.45.
//: --rtol 1e-10 --stop 1
//: x = 3.3522867004269 +- 1e-9
//: y = 0.841470984807897 +- 1e-12
//: dof = 2
//: index = 2
