model TunedResistor "Conductances are reciprocals of what the rate at the start gives: R = 4"
  parameter Real R(fixed = false);
  parameter Real G[2] = {1/R, 2/(3*R)};
  Real v(start = 2, fixed = true), i, j;
initial equation
  der(v) = -0.5;
equation
  i = G[1]*v;
  j = 3*G[2]*v;
  der(v) = -i;
end TunedResistor;
// v = 2 exp(-t/4)
//: v = 1.5576015661428098 +- 1e-6
//: j = 0.7788007830714049 +- 1e-6
