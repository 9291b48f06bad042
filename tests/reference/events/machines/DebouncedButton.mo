// 8.5: delayed logic: the output follows when the input was stable for 0.1. Bounces at 0.2, 0.25, 0.3; stable from 0.3.
model DebouncedButton
  Boolean u = time > 0.2 and time < 0.25 or time > 0.3, y(start = false, fixed = true);
  discrete Real since(start = 0, fixed = true), t(start = 0, fixed = true);
equation
  when change(u) then
    since = time;
  end when;
  y = if time >= since + 0.1 then u else pre(y);
  when y then
    t = time;
  end when;
  annotation(experiment(StopTime = 1));
end DebouncedButton;
//: y = 1
//: t = 0.4 +- 1e-9
