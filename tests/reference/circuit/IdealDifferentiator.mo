model IdealDifferentiator "A capacitor, a resistor and an ideal amplifier: the output is a derivative of the input, nothing is free"
  parameter Real C = 1, R = 2;
  Real e1, e2, e3, iV, iout;
equation
  e1 = sin(time);
  iV + C*(der(e1) - der(e2)) = 0;
  C*(der(e2) - der(e1)) + (e2 - e3)/R = 0;
  (e3 - e2)/R + iout = 0;
  e2 = 0;
end IdealDifferentiator;
// e3 = -R C cos t.
//: --rtol 1e-10 --stop 1
//: e3 = -1.08060461173628 +- 1e-10
//: iV = -0.54030230586814 +- 1e-10
//: dof = 0
//: index = 2
