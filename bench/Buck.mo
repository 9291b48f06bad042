model Buck "Buck converter at 100 kHz with a light load: the diode blocks in every period"
  parameter Real E = 24, L = 10e-6, C = 22e-6, R = 20, ESR = 0.02, T = 1e-5, duty = 0.3;
  Real i(start = 0, fixed = true) "coil", u(start = 0, fixed = true) "capacitor", v "output", x "switched node";
  Boolean on(start = true, fixed = true) "transistor", conducts "diode";
equation
  when sample(duty*T, T) then
    on = false;
  elsewhen sample(T, T) then
    on = true;
  end when;
  conducts = not on and i > 0;
  x = if on then E else if conducts then 0 else v;
  L*der(i) = x - v;
  C*der(u) = i - v/R;
  v = u + ESR*C*der(u);
  annotation(experiment(StopTime = 0.01, Tolerance = 1e-6));
end Buck;
