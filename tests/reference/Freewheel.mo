model Freewheel "A bicycle's freewheel: the hub drives the wheel or falls behind it"
  parameter Real J1 = 1, J2 = 2, drag = 0.5;
  Real w1(start = 0, fixed = true) "hub", w2(start = 1, fixed = true) "wheel", angle(start = 0, fixed = true), torque;
  Real s(start = -1) "torque when it drives, minus the lag when it does not";
equation
  J1*der(w1) = 1 + 2*cos(time) - torque;
  J2*der(w2) = torque - drag*w2;
  der(angle) = w2;
  w2 - w1 = if s < 0 then -s else 0;
  torque = if s < 0 then 0 else s;
end Freewheel;
// Runge-Kutta with steps of 2e-5 in each of the two modes, the changes by bisection.
//: --rtol 1e-10 --stop 8
//: w1 = 2.2089721596707 +- 1e-8
//: w2 = 2.2089721596707 +- 1e-8
//: angle = 10.7036000284698 +- 1e-8
//: dof = 3
//: events = 3
