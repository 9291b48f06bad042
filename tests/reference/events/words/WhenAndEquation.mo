// 8.4: a variable of a when clause has no other equation.
model WhenAndEquation
  Integer n(start = 0, fixed = true);
equation
  n = if time < 0.5 then 1 else 2;
  when time > 0.3 then
    n = 3;
  end when;
  annotation(experiment(StopTime = 1));
end WhenAndEquation;
//: exit 1
