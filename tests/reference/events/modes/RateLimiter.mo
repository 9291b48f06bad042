// 8.5: y follows the step u (0 to 1 at 0.5) with a slope of at most 2 and holds it when reached, at 1; der(y) is a number throughout.
model RateLimiter
  Real u = if time < 0.5 then 0 else 1, y(start = 0, fixed = true);
  Boolean reached(start = true, fixed = true);
equation
  der(y) = if reached then 0 else 2;
  when y >= 1 then
    reached = true;
  elsewhen time >= 0.5 then
    reached = false;
  end when;
  annotation(experiment(StopTime = 2, Tolerance = 1e-9));
end RateLimiter;
//: y = 1 +- 1e-7
//: reached = 1
