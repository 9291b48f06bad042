// 8.5: a mode counter cycles through three linear systems; x and y are continuous throughout.
model SwitchedByDiscrete
  Real x(start = 1, fixed = true), y(start = 0, fixed = true);
  Integer k(start = 0, fixed = true);
equation
  der(x) = if k == 0 then -x elseif k == 1 then y else 0;
  der(y) = if k == 0 then 1 elseif k == 1 then -x else 2;
  when sample(1, 1) then
    k = mod(pre(k) + 1, 3);
  end when;
  annotation(experiment(StopTime = 2.5, Tolerance = 1e-10));
end SwitchedByDiscrete;
// at 1: exp(-1), 1; rotated by 1; then y + 2*0.5
//: x = 1.0402370951543094 +- 1e-8
//: y = 1.2307424302150276 +- 1e-8
