// 8.4: der(y) jumps from 5 to x, of which it is then another name; x is differentiated and stays exp(-t) of its own.
model AliasOfDecay
  Real x(start = 2, fixed = true), y(start = 1, fixed = true);
  Boolean second = time >= 0.75;
equation
  der(x) = -3*x;
  der(y) = if second then x else 5 + time;
  annotation(experiment(StopTime = 1.5, Tolerance = 1e-10));
end AliasOfDecay;
//: x = 0.022217993076484612 +- 1e-8
//: y = 5.094110152015748 +- 1e-8
