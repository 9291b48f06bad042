model LongChain "Formulas that must be evaluated from the last to the first"
  Real x[30], y(start = 0, fixed = true);
equation
  for i in 1:29 loop
    x[i] = 1/x[i + 1] + log(x[i + 1]) + 1;
  end for;
  x[30] = 2 + time;
  der(y) = x[1]/x[2];
end LongChain;
// by hand from x[30] = 3
//: x[25] = 2.25777670734598 +- 1e-9
//: x[1] = 2.257136097742621 +- 1e-9
