// Friction with its three cases written out, and a force 0.4 t: rests from t = 1 - ... on; here v(0) = 1, v' = 0.4 t - 1 until
// v = 1 + 0.2 t^2 - t = 0 at t1 = (1 - sqrt(0.2))/0.4, then rest until 0.4 t = 1, t = 2.5; then v = 0.2 (t - 2.5)^2.
model ThreeValuedFriction
  Real x(start = 0, fixed = true), v(start = 1, fixed = true), f;
equation
  f = if v > 0 then 1 elseif v < 0 then -1 else 0;
  der(x) = v;
  der(v) = 0.4*time - f;
  annotation(experiment(StopTime = 4));
end ThreeValuedFriction;
//: methods auto dop853 radau taylor gauss6
//: run
//: exit 3
//: says --at-sliding filippov
//: run --at-sliding filippov --rtol 1e-10 --every 0.5
//: at 2 f = 0.8 +- 1e-9
//: at 2 v = 0 +- 1e-10
//: x = 0.82800566479164917 +- 1e-8
//: v = 0.45 +- 1e-8
