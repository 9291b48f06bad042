// 8.5: u = time^2 in a model without states; w = -time^2 never exceeds 0.
model TangentNoStates
  Real u = time^2, w = -time^2;
  Integer n(start = 0, fixed = true), m(start = 0, fixed = true);
equation
  when u > 0 then
    n = pre(n) + 1;
  end when;
  when w > 0 then
    m = pre(m) + 1;
  end when;
  annotation(experiment(StopTime = 1));
end TangentNoStates;
//: n = 1
//: m = 0
