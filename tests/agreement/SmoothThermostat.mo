//: stiff
//: T = 1.001898951988438
model SmoothThermostat "a heater that a logistic function of temperature throttles; scipy Radau"
  Real T(start = 0, fixed = true);
equation
  der(T) = 2/(1 + exp((T - 1)/1e-3)) - 0.5*T*(1 + 0.5*sin(time));
  annotation(experiment(StopTime = 5));
end SmoothThermostat;
