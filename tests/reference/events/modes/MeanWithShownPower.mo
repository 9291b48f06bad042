// 8.6, 8.3.6: a rectified current beside a mean square that starts again every period, and quantities that are only shown: no
// derivative depends on them, and they hold at every row all the same. The mean of sin(2*pi*t)^2 over a period is 1/2.
model MeanWithShownPower
  parameter Real r = 1, goff = 1e-3, pi = 3.141592653589793;
  Real u, i, s, x(start = 0, fixed = true), q(start = 0, fixed = true), p, a, b, c;
  discrete Real mean(start = 0, fixed = true);
  Boolean off(start = true);
equation
  u = sin(2*pi*time);
  off = s < 0;
  i = s*(if off then goff else 1);
  u = r*i + s*(if off then 1 else 0);
  der(x) = u^2;
  der(q) = i - q;
  p = u*i;
  a = log(2 + p);
  b = 2*a + c;
  c = exp(a);
  when sample(1, 1) then
    mean = pre(x);
    reinit(x, 0);
  end when;
  annotation(experiment(StopTime = 2.25, Tolerance = 1e-9));
end MeanWithShownPower;
//: run --every 0.125
//: mean = 0.5 +- 1e-8
//: x = 0.125 +- 1e-8
//: at 0.125 i = 0.7071067811865476 +- 1e-12
//: at 0.125 c = 2.5 +- 1e-12
//: at 0.75 i = -0.000999000999000999 +- 1e-12
//: at 0.75 c = 2.000999000999001 +- 1e-12
//: p = 1 +- 1e-9
