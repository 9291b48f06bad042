//: stop=0.5 points=20 done
model RateOfName "A name for a position whose rate stands in a mixture of large terms"
  Real x(start = 1, fixed = true), v(start = 0.0103, fixed = true), y;
equation
  y = x;
  1.5022275*der(x) = 1.5022275*v + 1.7*123456.789*(der(v)/0.999999999 + x/0.999999999);
  der(y) = v;
  0 = 123456.789*(der(v)/0.999999999 + x/0.999999999);
end RateOfName;
