// 3.7.4.1: delays of derivatives, derivatives of delays, delays of delays, and of an algebraic unknown by itself:
// a(t) = x(t)^2 + a(t - 1)/2, where a(t) = 0 before the start, as 0 = 0^2 + 0/2 there.
model PastDerivatives
  Real x(start = 0, fixed = true), y, z, a, b, c[2];
equation
  der(x) = cos(time);
  y = delay(der(x), 0.5);
  z = delay(delay(x, 0.25), 0.25);
  a = x^2 + delay(a, 1)/2;
  b = der(delay(x, 0.5));
  c = delay({x, 2*x}, 0.5);
  annotation(experiment(StopTime = 1.75, Tolerance = 1e-9));
end PastDerivatives;
//: y = 0.31532236239526867 +- 1e-8
//: z = 0.94898461935558621 +- 1e-8
//: a = 1.2005440432284724 +- 1e-8
//: b = 0.31532236239526867 +- 1e-7
//: c[2] = 1.8979692387111724 +- 1e-8
