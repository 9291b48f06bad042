// A root by Newton's iteration, in the constraint of a pendulum (index 3), from x = L at rest: the angle below the horizontal is that of
// th'' = g cos th, by a Runge-Kutta method with 20000 steps.
model LoopInConstraint
  function root
    input Real a;
    output Real r;
  algorithm
    r := a + 1;
    while r*r - a > 1e-9*a loop
      r := (r + a/r)/2;
    end while;
    r := (r + a/r)/2;
    r := (r + a/r)/2;
  end root;
  Real x(start = 1, fixed = true), y(start = 0), vx, vy(start = 0, fixed = true), F;
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = -F*x;
  der(vy) = -F*y - 9.81;
  root(x^2 + y^2) = 1;
end LoopInConstraint;
//: --rtol 1e-10 --stop 1
//: index = 3
//: x = -0.986291751131875 +- 1e-6
