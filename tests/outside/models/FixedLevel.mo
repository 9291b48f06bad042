//: stop=1
model FixedLevel "A fixed start value of a variable whose rate stands nowhere"
  parameter Real R = 1, c1 = 1, c2 = 1, c3 = 1, c4 = 1;
  Real w(start = 1);
  Real y(start = 0.1, fixed = true);
equation
  y^2*der(w) = 0;
  w*(2*R)*log(c1*w) + w*(3*R - 2*y) = (13.6*R)/c1;
end FixedLevel;
