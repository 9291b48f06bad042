model SelectorChangeHidden "On a circle, with its hidden constraint written out: two constraints for three unknowns"
  // Bäse, (4.1); SelectorChange.mo leaves the last equation to be found. At t = pi/4 the circle can be solved for
  // x and for y equally well. Which one is taken decides how far a step there errs, and with differences of width
  // 1e-15, as in figure 4 of the thesis, round-off decides it around that point, too. So the equations are those of
  // its program, to the last bit: the last one doubled, '1 = x^2 + y^2' adding the squares before it compares, the
  // residuals of both with the same sign, for their sum is tested, and z multiplied with what is rounded before
  // (docs/errata.md, 26).
  function pull "2 sin(t) y, one factor"
    input Real t, y;
    output Real p;
  algorithm
    p := 2*sin(t)*y;
    annotation(Inline = false);
  end pull;
  constant Real pi = 3.14159265358979324;
  Real x(start = sin(pi/8), fixed = true);
  Real y(start = cos(pi/8));
  Real z(start = 1) "keeps the point on the circle; 1 all the time";
equation
  der(x) = y;
  der(y) = -sin(time)*z;
  1 = x^2 + y^2;
  pull(time, y)*z = 2*x*y;
  annotation(experiment(StartTime = 0.39269908169872415, StopTime = 1.1780972450961724, Tolerance = 1e-8));
end SelectorChangeHidden;
// sin, cos of 3 pi/8, and 1
//: --rtol 1e-11
//: x = 0.923879532511286756 +- 1e-9
//: y = 0.382683432365089772 +- 1e-9
//: z = 1 +- 1e-8
//: index = 1
