//: stiff
//: y = -0.9899924966004454
model ProtheroRobinson "a stiff state that follows a cosine; closed form"
  Real y(start = 1, fixed = true);
equation
  der(y) = -1e4*(y - cos(time)) - sin(time);
  annotation(experiment(StopTime = 3));
end ProtheroRobinson;
