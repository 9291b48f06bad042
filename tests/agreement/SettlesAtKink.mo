//: x = 3
//: y = 1.6
model SettlesAtKink "a law that comes to rest in finite time, without a series there; closed form"
  Real x(start = 1.4, fixed = true), y(start = 0, fixed = true);
equation
  der(x) = 2*abs(3 - x)^0.75*sign(3 - x);
  der(y) = 2*abs(3 - x)^0.75*sign(3 - x);
  annotation(experiment(StopTime = 5));
end SettlesAtKink;
