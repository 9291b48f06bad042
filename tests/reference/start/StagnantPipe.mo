model StagnantPipe "a pump between a reservoir and a heated volume; without flow the enthalpies between them are undetermined, and the rule for semiLinear decides"
  Real m "flow from reservoir to volume";
  Real Hr, Hp, Hq, Hv "enthalpy flows into reservoir, pump from the left and right, volume";
  Real mr, mp, mq, mv;
  Real left, pump, right "enthalpies at the ports and in the pump";
  Real h(start = 3, fixed = true) "of the volume";
  Real heat = 0, drop;
  parameter Real reservoir = 1;
equation
  m = if time < 1 then 0 else time - 1;
  mp = m;
  mr + mp = 0;
  mp + mq = 0;
  mq + mv = 0;
  Hr = semiLinear(mr, left, reservoir);
  Hp = semiLinear(mp, left, pump);
  Hq = semiLinear(mq, right, pump);
  Hv = semiLinear(mv, right, h);
  Hr + Hp = 0;
  Hp + Hq + heat = 0;
  Hq + Hv = 0;
  der(h) = Hv - mv*h + 0.5;
  drop = if noEvent(m >= 0) then pump - left else right - pump;
end StagnantPipe;
// For t < 1 nothing flows, and all enthalpies up to the volume are those of the reservoir (x >= 0 holds at 0).
// Then with s = t - 1: der(h) = s*(1 - h) + 0.5, h(0) = 3.5: h = 1 + exp(-s^2/2)*(2.5 + 0.5*integral of exp(r^2/2)), s = 1
//: --rtol 1e-11 --stop 2
//: h = 2.8787158787851 +- 1e-9
//: left = 1 +- 1e-13
//: pump = 1 +- 1e-13
//: right = 1 +- 1e-13
//: drop = 0 +- 1e-13
