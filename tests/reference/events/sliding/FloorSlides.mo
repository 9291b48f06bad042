// The jump of floor(x) at 1 leads back from both sides: it is a number, and no condition with two weights.
model FloorSlides
  Real x(start = 0.5, fixed = true);
equation
  der(x) = 0.5 - floor(x);
  annotation(experiment(StopTime = 2));
end FloorSlides;
//: exit 3
//: never says internal
//: run
//: says floor(x)
//: run --at-sliding filippov
//: says if-expression
