//: h = 0.4
//: out = 2.1
model DrainedToSill "a tank drains to a sill and stays: the series there is a parabola that rises again; closed form"
  parameter Real k = 1.7, sill = 0.4;
  Real h(start = 2.5, fixed = true), out(start = 0, fixed = true);
equation
  der(h) = -k*sqrt(max(h - sill, 0));
  der(out) = k*sqrt(max(h - sill, 0));
  annotation(experiment(StopTime = 4));
end DrainedToSill;
