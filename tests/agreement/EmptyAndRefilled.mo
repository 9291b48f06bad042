//: h = 0.1401250264802753
model EmptyAndRefilled "A tank runs empty, waits and is filled again: sqrt(h) is the root of a transcendental equation"
  Real h(start = 1, fixed = true);
equation
  der(h) = -0.8*(if h > 0 then sqrt(h) else 0) + (if time > 5 then 0.3 else 0);
  annotation(experiment(StopTime = 10));
end EmptyAndRefilled;
