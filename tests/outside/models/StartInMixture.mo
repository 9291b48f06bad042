//: method=radau rtol=1e-8 stop=0.025 points=7 done
model StartInMixture "A linkage that initial equations start, with a mixture of a bar and a motion"
  parameter Real a = 1, b = 2, c = 1, d = 2 "lengths";
  parameter Real m1 = 0.2, m2 = 0.1 "masses";
  parameter Real T = 0.8 "torque on the crank";
  parameter Real g = 9.81;
  Real x1(start = 0.5), y1(start = 0.8660254);
  Real x2(start = 1.5), y2(start = -0.8660254);
  Real lambda1, lambda2, lambda3 "forces in the rods";
  Real qs2;
  Real qs4;
  Real qs5;
initial equation
  der(x1) = 0;
  x1 = 0.5;
equation
  1.7*qs5 = 1.7*(y1*T);
  1.7*qs4 = 1.7*(y2^2);
  (1e3*qs2) = (((d - x2)^2 + qs4 - c^2)/2);
  3e5*(1e3*qs2) + 0.02*(m1*der(der(x1)) + qs5/a^2 + x1*lambda1 - (x2 - x1)*lambda2) = 3e5*(0) + 0.02*(0);
  m1*der(der(x1)) + y1*T/a^2 + x1*lambda1 - (x2 - x1)*lambda2 = 0;
  m1*der(der(y1)) - x1*T/a^2 + m1*g + y1*lambda1 - (y2 - y1)*lambda2 = 0;
  m2*der(der(x2)) + (x2 - x1)*lambda2 - (d - x2)*lambda3 = 0;
  m2*der(der(y2)) + m2*g + (y2 - y1)*lambda2 + y2*lambda3 = 0;
  (x1^2 + y1^2 - a^2)/2 = 0;
  ((x2 - x1)^2 + (y2 - y1)^2 - b^2)/2 = 0;
end StartInMixture;
