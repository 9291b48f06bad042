// 8.3.1, Appendix B: equations between discrete variables need no solved form.
model LinearIntegers
  Integer m = 2*integer(2*time) + 1, n, k, a, b, s, x, y, z;
  Boolean c = time > 0.5, d;
equation
  2*n = m + 1;
  k - 3 = integer(5*time);
  s = if c then 10 else 4;
  a + b = s;
  a - b = 2;
  x + y + z = 6*s;
  x - y = s;
  2*z = x + y;
  not d = c;
  annotation(experiment(StopTime = 0.9));
end LinearIntegers;
// x + y + z = 6 s and 2 z = x + y: z = 2 s, x + y = 4 s, x = 5 s/2, y = 3 s/2
//: n = 2
//: k = 7
//: a = 6
//: b = 4
//: x = 25
//: y = 15
//: z = 20
//: d = 0
