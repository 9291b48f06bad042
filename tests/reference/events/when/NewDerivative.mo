// 8.4: der(x) = y holds at the event with the new y, and z = der(x) sees it.
model NewDerivative
  Real x(start = 0, fixed = true);
  discrete Real y(start = 1, fixed = true), z(start = 0, fixed = true);
equation
  der(x) = 2*y;
  when x >= 1 then
    y = pre(y) + 3;
    z = der(x);
  end when;
  annotation(experiment(StopTime = 1, Tolerance = 1e-9));
end NewDerivative;
// x = 1 at 0.5, then 8 a unit
//: z = 8 +- 1e-9
//: x = 5 +- 1e-6
