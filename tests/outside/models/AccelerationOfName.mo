//: stop=0.5 points=20 done
model AccelerationOfName "A name for an angle whose acceleration stands in a mixture of large terms"
  Real x(start = 1, fixed = true), w(start = 0.3, fixed = true), y, a, b(start = 2, fixed = true);
equation
  y = x;
  der(y) = w;
  der(w) = a;
  a = -sin(x);
  1.5022275*der(der(x)) + 1.7*123456.789*(der(b)/0.999999999 - x*b/0.999999999) = -1.5022275*sin(x);
  0 = 123456.789*(der(b)/0.999999999 - x*b/0.999999999);
end AccelerationOfName;
