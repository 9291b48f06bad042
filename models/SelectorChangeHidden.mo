model SelectorChangeHidden "On a circle, with its hidden constraint written out: two constraints for three unknowns"
  // Bäse, (4.1) as it stands there; SelectorChange.mo leaves the last equation to be found. At t = pi/4 the
  // circle can be solved for x and for y equally well. Which one is taken decides how far a step there errs,
  // and with differences of width 1e-15, as in figure 4 of the thesis, chance decides it around that point, too.
  // '1 = x^2 + y^2' adds the squares before it compares, as the program of the thesis does; 'x^2 + y^2 = 1'
  // begins with -1, and the differences have other round-off.
  constant Real pi = 3.14159265358979324;
  Real x(start = sin(pi/8), fixed = true);
  Real y(start = cos(pi/8));
  Real z(start = 1) "keeps the point on the circle; 1 all the time";
equation
  der(x) = y;
  der(y) = -sin(time)*z;
  1 = x^2 + y^2;
  0 = x*y - sin(time)*y*z;
  annotation(experiment(StartTime = 0.39269908169872415, StopTime = 1.1780972450961724, Tolerance = 1e-8));
end SelectorChangeHidden;
// sin, cos of 3 pi/8, and 1
//: --rtol 1e-11
//: x = 0.923879532511286756 +- 1e-9
//: y = 0.382683432365089772 +- 1e-9
//: z = 1 +- 1e-8
//: index = 1
