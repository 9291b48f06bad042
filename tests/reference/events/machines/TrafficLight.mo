// 8.3.5: an Integer state and its own time table: red 3, green 2, yellow 1.
model TrafficLight
  Integer light(start = 1, fixed = true) "1 red, 2 green, 3 yellow";
  discrete Real until(start = 3, fixed = true);
  Real green(start = 0, fixed = true);
equation
  der(green) = if light == 2 then 1 else 0;
  when time >= pre(until) then
    light = if pre(light) == 3 then 1 else pre(light) + 1;
    until = pre(until) + (if light == 1 then 3 elseif light == 2 then 2 else 1);
  end when;
  annotation(experiment(StopTime = 10));
end TrafficLight;
// green 3-5 and 9-10
//: green = 3 +- 1e-7
//: light = 2
//: until = 11 +- 1e-12
