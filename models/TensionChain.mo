model TensionChain "Seven pendula, each rod as long as the tension of the one before tells it: index 15"
  // After the two pendula of Pryce 2001, continued: rod i + 1 depends on the tension of rod i, which depends on second derivatives of its
  // position. The rod of the first pendulum is differentiated 14 times. Every pendulum has its two degrees of freedom.
  parameter Integer P = 7;
  parameter Real c = 0.1, g = 1 "downwards, along y";
  Real x[P](each start = 0.02, each fixed = true), y[P](each start = 1), l[P] "tension of each rod, per length";
initial equation
  for i in 1:P loop
    der(x[i]) = 0;
  end for;
equation
  x[1]^2 + y[1]^2 = 1;
  for i in 1:P loop
    der(der(x[i])) = -l[i]*x[i];
    der(der(y[i])) = -l[i]*y[i] + g;
  end for;
  for i in 2:P loop
    x[i]^2 + y[i]^2 = (1 + c*l[i - 1])^2;
  end for;
  annotation(experiment(StopTime = 1, Tolerance = 1e-9));
end TensionChain;
// In angles, L w'' + 2 L' w' = -g sin w, with power series in 40 digits from one pendulum to the next.
//: --rtol 1e-9 --stop 1
//: x[1] = 0.0108070408686273 +- 1e-8
//: l[1] = 1.00022484669405 +- 1e-8
//: x[2] = 0.0115786539349153 +- 1e-8
//: l[4] = 0.916206098302893 +- 1e-8
//: x[7] = 0.0115188867804433 +- 1e-8
//: y[7] = 1.09156465196541 +- 1e-8
//: l[7] = 0.916254605042428 +- 1e-7
//: index = 15
//: dof = 14
