// Pushed uphill with 3: decelerates by g (sin a + mu cos a), rests at x = 9/(2 g (sin a + mu cos a)) and stays, as mu > tan a.
model BlockOnIncline
  parameter Real g = 9.81, a = 0.3, mu = 0.5;
  Real x(start = 0, fixed = true), v(start = 3, fixed = true);
equation
  der(x) = v;
  der(v) = -g*sin(a) - (if v > 0 then 1 else -1)*mu*g*cos(a);
  annotation(experiment(StopTime = 2));
end BlockOnIncline;
//: methods auto dop853 radau taylor gauss6
//: run
//: exit 3
//: says --at-sliding filippov
//: run --at-sliding filippov --rtol 1e-9
//: x = 0.5932778685506988 +- 1e-8
//: v = 0 +- 1e-10
//: run --at-sliding filippov --rtol 1e-10 --set mu=0.2
//: never says slides
//: x = -0.02102947869064931 +- 1e-8
//: v = -1.405373524045911 +- 1e-8
