// 8.4: arrivals every 0.3, one is served every 0.5 if there is one; length with both at one time: arrival and service are one equation.
model Queue
  Integer length(start = 0, fixed = true), served(start = 0, fixed = true);
  Boolean arrives = sample(0.3, 0.3), serves = sample(0.5, 0.5);
equation
  when {arrives, serves} then
    served = pre(served) + (if serves and (pre(length) > 0 or arrives) then 1 else 0);
    length = pre(length) + (if arrives then 1 else 0) - (served - pre(served));
  end when;
  annotation(experiment(StopTime = 1.45));
end Queue;
// arrivals 0.3, 0.6, 0.9, 1.2; services 0.5, 1.0
//: length = 2
//: served = 2
