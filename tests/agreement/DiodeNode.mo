//: y = 1.189221050762347
model DiodeNode "the voltage of a diode in series with a resistor is algebraic; quadrature"
  Real w(start = 0), y(start = 0, fixed = true);
equation
  (2*sin(time) - w)/1000 = 1e-9*(exp(w/0.05) - 1);
  der(y) = w;
  annotation(experiment(StopTime = 4));
end DiodeNode;
