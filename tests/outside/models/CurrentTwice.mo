//: stop=0.5 points=20 done
model CurrentTwice "A current with two names: the rate of one stands in a mixture of large terms"
  Real i(start = 1, fixed = true), q(start = 2, fixed = true), j, u;
equation
  j = i;
  u = -i;
  der(j) = u;
  1.5022275*der(i) + 1.7*123456.789*(der(q)/0.999999999 - i/0.999999999) = 1.5022275*u;
  0 = 123456.789*(der(q)/0.999999999 - i/0.999999999);
end CurrentTwice;
