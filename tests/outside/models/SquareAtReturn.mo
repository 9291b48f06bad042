//: done method=dop853 rtol=1e-4 retraction=normal stop=2
model SquareAtReturn "A pendulum back at its start when the run stops, the square of one coordinate with a name of its own"
  parameter Real g = 13.7503716373294544 "the period is 2";
  Real x(start = -1, fixed = true), y(start = 0), u(start = 0, fixed = true), v(start = 0), f, square;
equation
  square = x^2;
  der(x) = u;
  der(y) = v;
  der(u) = -2*x*f;
  der(v) = -2*y*f - g;
  square + y^2 = 1;
end SquareAtReturn;
