// Blocks inside a model: arrays of them with modifiers, sizes by their parameters, functions and types of their own.
model BlockChain
  connector RealInput = input Real;
  connector RealOutput = output Real;
  partial block SISO
    RealInput u;
    RealOutput y;
  end SISO;
  block Integrator
    extends SISO(y(start = y0, fixed = true));
    parameter Real k = 1, y0 = 0;
  equation
    der(y) = k*u;
  end Integrator;
  block Double = Integrator(k = 2);
  block Weighted
    parameter Integer n = 1;
    parameter Real c[n] = fill(1, n);
    input Real u;
    output Real y = sum(z);
    function power
      input Real x;
      input Integer n;
      output Real y;
    algorithm
      y := x^n;
    end power;
  protected
    Real z[n];
  equation
    for i in 1:n loop
      z[i] = c[i]*power(u, i);
    end for;
  end Weighted;
  Integrator i[2](each k = 3, y0 = {0, 1});
  Double d;
  Weighted w[2](each n = 2, c = {{1, 2}, {3, 4}});
equation
  i[1].u = 1;
  connect(i[1].y, i[2].u);
  connect(i[2].y, d.u);
  for k in 1:2 loop
    w[k].u = k*time;
  end for;
end BlockChain;
// y1 = 3 t, y2 = 1 + 9/2 t^2, d = 2 t + 3 t^3; w1 = t + 2 t^2, w2 = 3 (2 t) + 4 (2 t)^2
//: --rtol 1e-10 --stop 2
//: i[1].y = 6 +- 1e-8
//: i[2].y = 19 +- 1e-8
//: d.y = 28 +- 1e-8
//: w[1].y = 10 +- 1e-12
//: w[2].y = 76 +- 1e-12
