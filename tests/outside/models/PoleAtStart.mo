//: stop=3 points=7 done
model PoleAtStart "The same, once"
  Real x(start = 0, fixed = true);
equation
  der(x) = if time^2/(2*time) > 0.7 then 1 else -1;
end PoleAtStart;
