model TrafficLight "A counter in an algorithm section runs a traffic light; the queue grows and shrinks with it"
  Integer tick(start = 0, fixed = true), light(start = 1, fixed = true) "1: red, 2: green, 3: yellow";
  Real queue(start = 4, fixed = true);
algorithm
  when sample(0.5, 1) then
    tick := pre(tick) + 1;
    if light == 3 or tick >= 3 then
      light := mod(light, 3) + 1;
      tick := 0;
    end if;
  end when;
equation
  der(queue) = 0.4 - (if light == 2 then queue/2 elseif light == 3 then 0.1 else 0);
end TrafficLight;
// Ticks at 0.5, 1.5, ...: red until 2.5, green until 5.5, yellow until 6.5, red until 9.5, green. Linear, or
// exponential towards 0.8.
//: --rtol 1e-10 --stop 10
//: queue = 2.69805173709898 +- 1e-9
//: light = 2
//: tick = 0
