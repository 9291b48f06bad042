model BridgeSmallCurrents "A diode bridge whose conductances at the start are 4e-15"
  constant Real pi = 3.14159265358979323846;
  parameter Real Is = 1e-16, Vt = 0.026, C = 1e-3, R = 100, Rs = 1;
  Real i, ia, ib, ic, id, p, n, v(start = 0, fixed = true);
equation
  i = ia - ic;
  i = id - ib;
  12*sin(2*pi*50*time) = p - n + Rs*i;
  ia = Is*(exp((p - v)/Vt) - 1);
  ib = Is*(exp((n - v)/Vt) - 1);
  ic = Is*(exp(-p/Vt) - 1);
  id = Is*(exp(-n/Vt) - 1);
  C*der(v) = ia + ib - v/R;
  annotation(experiment(StopTime = 0.005));
end BridgeSmallCurrents;
// i = 2 Is exp(-v/2Vt) sinh(s), 2 Vt s + Rs i = |u|, ia + ib = sqrt(4 Is^2 exp(-v/Vt) + i^2) - 2 Is; scipy, Radau at 1e-10.
//: --rtol 1e-8
//: v = 8.945082119918 +- 1e-6
//: dof = 1
