// Complex numbers: operators mixed with Real, powers, functions of ComplexMath, arrays, and a complex oscillator.
model ComplexNumbers
  import Modelica.ComplexMath;
  import Modelica.ComplexMath.j;
  Complex z(re(start = 1, fixed = true), im(start = 0, fixed = true)) "exp((-0.5 + 2j) t)";
  parameter Complex a = Complex(-0.5, 2);
  Complex slope = a*z;
  Complex inverse = 1/z, cube = z^3, root = ComplexMath.sqrt(z), power = z^a;
  Complex v[2] = {z, 2*j};
  Complex w[2] = v + 3*v, s = v[1]*v[2] - 4 + (-z);
  Complex impedance = Complex(4) + j*3;
  Real modulus = ComplexMath.abs(impedance), angle = ComplexMath.arg(z);
  Complex f = ComplexMath.sin(Complex(1, 1)) + ComplexMath.cosh(Complex(1, 1));
  Boolean same = z == ComplexMath.conj(ComplexMath.conj(z));
  Real is = if same then 1 else 0;
  Modelica.Units.SI.ComplexCurrent i;
equation
  der(z.re) = slope.re;
  der(z.im) = slope.im;
  Complex(10, 5) = impedance*i;
end ComplexNumbers;
// z = exp(-0.5 + 2j) at t = 1; z^a = exp(a^2); i = (10 + 5j)/(4 + 3j) = (55 - 10j)/25
//: --rtol 1e-11 --stop 1
//: z.re = -0.252405815308264 +- 1e-8
//: z.im = 0.551516768167581 +- 1e-8
//: inverse.re = -0.686110141149843 +- 1e-7
//: inverse.im = -1.49917800900039 +- 1e-7
//: cube.re = 0.21424294983006 +- 1e-8
//: root.im = 0.655338261900256 +- 1e-8
//: power.re = -0.00978683554069786 +- 1e-8
//: power.im = -0.0213846257916094 +- 1e-8
//: w[1].im = 2.20606707267032 +- 1e-8
//: w[2].im = 8 +- 1e-14
//: s.re = -4.8506277210269 +- 1e-8
//: s.im = -1.05632839878411 +- 1e-8
//: modulus = 5 +- 1e-14
//: angle = 2 +- 1e-8
//: f.re = 2.13218760654713 +- 1e-12
//: f.im = 1.6238616205476 +- 1e-12
//: is = 1 +- 0.1
//: i.re = 2.2 +- 1e-12
//: i.im = -0.4 +- 1e-12
