//: stop=0.02 points=7 rtol=1e-9 max-steps=1000 method=dop853
model NoValueAtStart "A condition without a value at the start has one later"
  Real volume(start = 0, fixed = true);
equation
  der(volume) = if sin(10/time) > 0.9 then 1 else 0;
end NoValueAtStart;
