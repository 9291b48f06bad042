model PrescribedIntegrators "The input that makes four integrators follow a signal: index 5 and no freedom"
  parameter Integer N = 4;
  Real x[N], u;
equation
  x[1] = exp(-time/2)*sin(2*time);
  for i in 1:N - 1 loop
    der(x[i]) = x[i + 1];
  end for;
  der(x[N]) = u;
end PrescribedIntegrators;
// u is the fourth derivative of the signal.
//: --rtol 1e-9 --stop 2
//: x[2] = -0.341718060411650 +- 1e-12
//: x[4] = -0.0726676396290294 +- 1e-11
//: u = -6.40845229497978 +- 1e-11
//: index = 5
//: dof = 0
