// 8.3.6: the value is copied to x after all other evaluations of the sweep, so z = x in the same body has the value before;
// w, of a clause that the jump sets off, has the new one.
model BodySeesOldValue
  Real x(start = 1, fixed = true);
  discrete Real z(start = 0, fixed = true), w(start = 0, fixed = true);
equation
  der(x) = 0;
  when time >= 0.5 then
    reinit(x, 5);
    z = x;
  end when;
  when x > 3 then
    w = x;
  end when;
  annotation(experiment(StopTime = 1));
end BodySeesOldValue;
//: z = 1 +- 1e-12
//: w = 5 +- 1e-12
//: x = 5 +- 1e-12
