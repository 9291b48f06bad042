// 8.6: n = pre(n) while the when is inactive, so n = pre(n) + 2*y says y = 0, which y = 3*n - x makes n = 2/3.
model FirstGivesUnknown
  Real y, x(start = 2, fixed = true);
  discrete Real n(start = -3);
initial equation
  n = pre(n) + 2*y;
equation
  der(x) = 0;
  y = 3*n - x;
  when time > 0.5 then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 1));
end FirstGivesUnknown;
//: at 0 n = 0.6666666666666667 +- 1e-12
//: at 0 y = 0 +- 1e-12
//: n = 1.6666666666666667 +- 1e-12
