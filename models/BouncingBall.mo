model BouncingBall "A ball that bounces: an event at each impact, where the velocity jumps"
  // Impacts come ever faster and pile up at t = 9*sqrt(2*h0/g) = 4.06; the run ends before.
  parameter Real g(unit = "m/s2") = 9.81, h0(unit = "m") = 1 "height at the start", e = 0.8 "restitution";
  Real h(start = h0, fixed = true, unit = "m") "height", v(start = 0, fixed = true, unit = "m/s") "upwards";
  Real x(start = 0, fixed = true, unit = "m");
equation
  der(h) = v;
  der(v) = -g;
  der(x) = 0.5;
  when h < 0 then
    reinit(v, -e*pre(v));
  end when;
  annotation(experiment(StopTime = 3, Tolerance = 1e-8),
    __involute(sections = {section(name = "top", expr = v, direction = -1)},
      animation(
        points = {point(name = "ball", x = "x", y = "h", trace = true),
                  point(name = "left", x = 0, y = 0, mark = false), point(name = "right", x = 1.5, y = 0, mark = false)},
        links = {link(from = "left", to = "right")})));
end BouncingBall;
// In closed form: impacts at sqrt(2*h0/g)*(1 + 2*sum of e^j).
//: --rtol 1e-10 --stop 3
//: h = 0.0687074609657658 +- 1e-9
//: v = -0.015354133384744 +- 1e-9
//: x = 1.5 +- 1e-12
//: events = 6
