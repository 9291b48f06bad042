//: done stop=2
model RateOfTorque "Two shafts and a gear; a balance is written in its rate, too, and mixed with the gear"
  Real p, q(start = 0.2, fixed = true), drive, load, torque;
equation
  der(0.3) = der(der(q) - der(p) + load);
  7*(p - drive + load) = 0;
  0.013*(q - load) + 2e4*(p - drive + load) = 0;
  der(p) + drive + torque = 0;
  0.3 = der(q) - der(p) + load;
  drive = cos(5*time);
  p - drive + load = 0;
end RateOfTorque;
