//: stiff
//: v = -2.990325983475732e-05
//: x = 0.8567885435318557
model ArcFriction "friction by an arc tangent under a periodic force; scipy Radau"
  Real v(start = 0.5, fixed = true), x(start = 0, fixed = true);
equation
  der(v) = cos(time) - 0.5*atan(v/1e-4);
  der(x) = v;
  annotation(experiment(StopTime = 8));
end ArcFriction;
