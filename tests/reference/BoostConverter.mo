model BoostConverter "Step-up converter in discontinuous conduction: switch on, diode on, both off (then i = 0 is a constraint)"
  parameter Real E = 1, L = 1, C = 0.5, R = 40, T = 1 "period", duty = 0.4;
  Real i(start = 0, fixed = true), u(start = 2, fixed = true);
  Real iS, uS, iD, uD;
  Integer mode(start = 1, fixed = true) "1: switch closed, 2: diode conducts, 3: neither";
equation
  L*der(i) = E - uS;
  C*der(u) = iD - u/R;
  i = iS + iD;
  uS = uD + u;
  if mode == 1 then
    uS = 0;
    iD = 0;
  elseif mode == 2 then
    iS = 0;
    uD = 0;
  else
    iS = 0;
    iD = 0;
  end if;
  when sample(0, T) then
    mode = 1;
  elsewhen sample(duty*T, T) then
    mode = 2;
  elsewhen i < 0 then
    mode = 3;
  end when;
end BoostConverter;
// Classical Runge-Kutta with steps of 1e-5, the end of conduction by bisection.
//: --rtol 1e-10 --stop 4.5
//: u = 2.18334431862985 +- 1e-8
//: i = 0.284357857050224 +- 1e-8
//: mode = 2
