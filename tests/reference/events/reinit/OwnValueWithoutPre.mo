// 8.3.6: in the expression x is the value before the jump, pre or not: 8 halves to 4, 2, 1.
model OwnValueWithoutPre
  Real x(start = 8, fixed = true);
equation
  der(x) = 0;
  when sample(0.25, 0.25) then
    reinit(x, x/2);
  end when;
  annotation(experiment(StopTime = 0.9));
end OwnValueWithoutPre;
//: x = 1 +- 1e-12
