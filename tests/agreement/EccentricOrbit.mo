//: perturb x v
//: x = -1.853853709405579
//: y = -0.1308854048399258
model EccentricOrbit "an orbit of eccentricity 0.9; closed form by the equation of Kepler"
  Real x(start = 0.1, fixed = true), y(start = 0, fixed = true), u(start = 0, fixed = true), v(start = 4.358898943540674, fixed = true);
equation
  der(x) = u;
  der(y) = v;
  der(u) = -x/(x^2 + y^2)^1.5;
  der(v) = -y/(x^2 + y^2)^1.5;
  annotation(experiment(StopTime = 10));
end EccentricOrbit;
