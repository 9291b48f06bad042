model Parabolas "[TA00] (2.5): y = (t^2 - c^2)/(2 c), through t = 0 where the square root changes its branch"
  parameter Real c = 0.8;
  Real y(start = (1 - c^2)/(2*c), fixed = true);
equation
  time*der(y)^2 - 2*y*der(y) - time = 0;
initial equation
  der(y) = -1/c;
  annotation(experiment(StartTime = -1, StopTime = 2, Tolerance = 1e-10));
end Parabolas;
//: --by arclength
//: y = 2.1 +- 1e-9
