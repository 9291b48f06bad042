// 8.5: relations in the body of a when are taken literally at the instant: x = 0.25, 0.5, 0.75 against 0.6.
model LiteralInWhenBody
  Real x(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(x) = 1;
  when sample(0.25, 0.25) then
    n = if x > 0.6 then pre(n) + 1 else pre(n) + 10;
  end when;
  annotation(experiment(StopTime = 0.9));
end LiteralInWhenBody;
//: n = 21
