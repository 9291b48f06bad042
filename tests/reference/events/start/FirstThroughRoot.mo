// 8.6: d = y - 0.75 and y^2 = 4*d hold together: d = 2.25, y = 3 near the start values, and not d = 0.25, y = 1.
model FirstThroughRoot
  Real y(start = 3);
  discrete Real d(start = 2);
initial equation
  d = y - 0.75;
equation
  y^2 = 4*d;
  when time > 0.5 then
    d = 4;
  end when;
  annotation(experiment(StopTime = 1));
end FirstThroughRoot;
//: at 0 d = 2.25 +- 1e-10
//: at 0 y = 3 +- 1e-10
//: y = 4 +- 1e-10
