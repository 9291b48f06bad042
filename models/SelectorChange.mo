model SelectorChange "On a circle: which of two coordinates is solved for must change on the way"
  // Bäse, (4.1). The point (x, y) = (sin t, cos t) runs along a quarter of the unit circle. Solving the
  // circle for y works well while x is small and not at all where y = 0; solving it for x is the
  // opposite. The chart retraction takes the larger one and so changes its mind once, at t = pi/4:
  //     involute run SelectorChange.mo --like 001 --step 0.005
  // reports one change of the components that are solved for.
  // z is found from the hidden constraint x*y = sin(t)*y*z, the derivative of the circle's equation; at
  // t = 0 and t = pi/2 it cannot be.
  constant Real pi = 3.14159265358979324;
  Real x(start = sin(pi/8), fixed = true);
  Real y(start = cos(pi/8));
  Real z(start = 1) "keeps the point on the circle; 1 all the time";
equation
  der(x) = y;
  der(y) = -sin(time)*z;
  x^2 + y^2 = 1;
  annotation(experiment(StartTime = 0.39269908169872415, StopTime = 1.1780972450961724, Tolerance = 1e-8));
end SelectorChange;
// sin, cos of 3 pi/8, and 1
//: --rtol 1e-11
//: x = 0.923879532511286756 +- 1e-9
//: y = 0.382683432365089772 +- 1e-9
//: z = 1 +- 1e-8
//: index = 2
