// 8.3.5: a button that toggles a lamp, pressed at 0.1, 0.5, 0.6: on in 0.1 - 0.5 and from 0.6 on.
model ToggleByButton
  Boolean press = time > 0.1 and time < 0.2 or time > 0.5 and time < 0.55 or time > 0.6 and time < 0.9, lamp(start = false, fixed = true);
  Real x(start = 0, fixed = true);
equation
  der(x) = if lamp then 1 else 0;
  when press then
    lamp = not pre(lamp);
  end when;
  annotation(experiment(StopTime = 1, Tolerance = 1e-9));
end ToggleByButton;
//: x = 0.8 +- 1e-8
//: lamp = 1
