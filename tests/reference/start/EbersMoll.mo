model EbersMoll "Bias of a transistor from rest: no start values but the capacitor's"
  parameter Real Is = 1e-15, Vt = 0.025852, bf = 100, br = 1;
  parameter Real Vcc = 12, R1 = 47e3, R2 = 10e3, Rc = 2.2e3, Re = 1e3, Ce = 1e-5;
  Real vb, vc, ve(start = 0, fixed = true), ic, ib, ie, forward, reverse;
equation
  ie = ic + ib;
  ic = forward - reverse*(1 + 1/br);
  ib = forward/bf + reverse/br;
  forward = Is*(exp((vb - ve)/Vt) - 1);
  reverse = Is*(exp((vb - vc)/Vt) - 1);
  (Vcc - vb)/R1 = vb/R2 + ib;
  (Vcc - vc)/Rc = ic;
  Ce*der(ve) = ie - ve/Re;
  annotation(experiment(StopTime = 0.005));
end EbersMoll;
// vc and vb by bisection of the two node equations, ve by scipy's Radau at 1e-11.
//: --rtol 1e-9
//: ve = 1.269161150420 +- 1e-7
//: vb = 1.991743449736 +- 1e-7
