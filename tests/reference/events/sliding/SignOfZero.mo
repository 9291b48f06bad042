// sign(0) is 0 where nothing leads away from it: y stays, with and without the option.
model SignOfZero
  Real v(start = 0, fixed = true), y(start = 0, fixed = true);
equation
  der(v) = 0;
  der(y) = sign(v) + 1;
  annotation(experiment(StopTime = 2));
end SignOfZero;
//: never says slides
//: y = 2 +- 1e-9
//: run
//: run --at-sliding filippov
