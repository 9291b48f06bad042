//: stop=6.6 points=200 rtol=1e-6 done
model CrestAtRow "A condition that holds for a hundredth of a turn, twice"
  Real v(start = 0, fixed = true), x(start = 0, fixed = true), y(start = 1, fixed = true);
equation
  der(v) = if x^2 > 0.9999 then 1 else 0;
  der(x) = y;
  der(y) = -x;
end CrestAtRow;
