model PwmHeater "Pulse-width modulation: a sawtooth against a command that sinks with the temperature"
  parameter Real power = 2, period = 0.5;
  Real T(start = 0, fixed = true);
  Real saw = mod(time, period)/period, heat = if saw < 0.9 - 0.4*T then power else 0;
equation
  der(T) = heat - T;
end PwmHeater;
// T goes exponentially to the power or to zero; the end of every pulse by bisection.
//: --rtol 1e-10 --stop 2.6
//: T = 0.925332181034443 +- 1e-9
