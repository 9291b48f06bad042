model IdealRectifier "An ideal diode loads a capacitor: conducting, index 2 and no freedom; blocking, index 1 and one"
  parameter Real R = 1, C = 0.1;
  Real uC(start = 0, fixed = true), i, uD;
  Real s "current or voltage of the diode, whichever is not zero";
  Real source = sin(6*time);
equation
  source = uD + uC;
  C*der(uC) = i - uC/R;
  uD = if s < 0 then s else 0;
  i = if s < 0 then 0 else s;
end IdealRectifier;
// Conducting, uC = sin(6 t) until i = C 6 cos(6 t) + sin(6 t)/R = 0 at tan(6 t1) = -0.6; then uC decays with
// the time constant R C, until sin(6 t) meets it again.
//: --rtol 1e-10 --stop 0.9
//: uC = 0.00484756198088436 +- 1e-9
//: index = 2
//: dof = 0
//: events = 1
