// 8.4: z sees w and x as they are with the new y: y = 2, 4, ..., 10; x = 3y + 1; w = x + y.
model NewAlgebraic
  discrete Real y(start = 0, fixed = true), z(start = 0, fixed = true);
  Real x, w;
equation
  w = x + y;
  x = 3*y + 1;
  when sample(0.1, 0.2) then
    y = pre(y) + 2;
    z = w;
  end when;
  annotation(experiment(StopTime = 1));
end NewAlgebraic;
//: y = 10
//: z = 41 +- 1e-12
