// 8.3.5: balls in an array of components, each with its own restitution. Fall in 1 s, then a parabola of speed 2 e.
model BouncingArray
  model Ball
    parameter Real e = 0.5, g = 2;
    Real h(start = 1, fixed = true), v(start = 0, fixed = true);
    Integer n(start = 0, fixed = true);
  equation
    der(h) = v;
    der(v) = -g;
    when h <= 0 then
      reinit(v, -e*pre(v));
      n = pre(n) + 1;
    end when;
  end Ball;
  Ball ball[3](e = {1, 0.5, 0.75});
  annotation(experiment(StopTime = 1.5, Tolerance = 1e-9));
end BouncingArray;
//: ball[1].h = 0.75 +- 1e-7
//: ball[2].h = 0.25 +- 1e-7
//: ball[3].h = 0.5 +- 1e-7
//: ball[1].n = 1 +- 0
