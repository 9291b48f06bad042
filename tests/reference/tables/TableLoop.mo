model TableLoop "A characteristic in an algebraic loop"
  Real y(start = 0), z(start = 0, fixed = true);
equation
  2*y + Modelica.Math.Vectors.interpolate({-2, 0, 1, 3}, {-1, 0, 2, 3}, y) = 6*sin(time);
  der(z) = y;
end TableLoop;
// y = 1.5 sin(t) up to 1, then (6 sin(t) - 1.5)/2.5; kinks where sin(t) = 2/3.
//: --rtol 1e-10 --stop 2
//: y = 1.582313824382 +- 1e-12
//: z = 2.407409394699 +- 1e-9
//: events = 0
