// 8.3.4: an if without else leaves x undetermined; refused when the model is read.
model IfWithoutElse
  Real x, y(start = 0, fixed = true);
equation
  der(y) = 1;
  if y > 0.5 then
    x = 1;
  end if;
  annotation(experiment(StopTime = 1));
end IfWithoutElse;
//: exit 1
//: says x
