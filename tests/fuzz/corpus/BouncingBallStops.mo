model BouncingBallStops "The bouncing ball, whose bounces would pile up, comes to rest below a speed"
  parameter Real e = 0.7, g = 9.81, least = 0.1 "speed after a bounce that still counts";
  Real h(start = 1, fixed = true), v(start = 0, fixed = true);
  Boolean flying(start = true, fixed = true);
  Integer bounces(start = 0, fixed = true);
  discrete Real rest(start = 0, fixed = true) "time of the last one";
equation
  der(h) = v;
  der(v) = if flying then -g else 0;
  when h < 0 then
    bounces = pre(bounces) + 1;
    flying = -e*pre(v) > least;
    reinit(v, if -e*pre(v) > least then -e*pre(v) else 0);
    rest = time;
  end when;
end BouncingBallStops;
// The n-th impact is at t1 (1 + 2 e + ... + 2 e^(n-1)), t1 = sqrt(2/g), and its speed after it e^n sqrt(2 g).
//: --rtol 1e-10 --stop 3
//: h = 0 +- 1e-9
//: v = 0 +- 1e-12
//: bounces = 11
//: rest = 2.49911331422462 +- 1e-9
//: flying = 0
