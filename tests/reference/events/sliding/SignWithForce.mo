// The same with sign(v) beside a linear part, v' = 0.4 t - sign(v) (1 + |v|): while v > 0, v' = 0.4 t - 1 - v from v = 1:
// v = 0.4 t - 1.4 + 2.4 exp(-t) = 0 at t1; rest until 2.5; then v = 0.4 (s - 1 + exp(-s)), s = t - 2.5.
model SignWithForce
  Real x(start = 0, fixed = true), v(start = 1, fixed = true), f;
equation
  f = sign(v)*(1 + abs(v));
  der(x) = v;
  der(v) = 0.4*time - f;
  annotation(experiment(StopTime = 4));
end SignWithForce;
//: methods auto dop853 radau taylor gauss6
//: run
//: exit 3
//: says --at-sliding filippov
//: run --at-sliding filippov --rtol 1e-10 --every 0.5
//: at 2 f = 0.8 +- 1e-9
//: at 2 v = 0 +- 1e-10
//: x = 0.49036033129443157 +- 1e-8
//: v = 0.28925206405937193 +- 1e-8
