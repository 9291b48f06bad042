// 8.3.4: the same for a derivative and a discrete condition.
model IfWithoutElseOfDerivative
  Real x(start = 0, fixed = true);
  Boolean go = time > 0.5;
equation
  if go then
    der(x) = 1;
  end if;
  annotation(experiment(StopTime = 1));
end IfWithoutElseOfDerivative;
//: exit 1
