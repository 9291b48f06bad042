// 8.6: n = pre(n) must hold before integration, and never does.
model PreNeverSettles
  Integer n(start = 0, fixed = true);
  Real x(start = 0, fixed = true);
equation
  n = pre(n) + 1;
  der(x) = n;
  annotation(experiment(StopTime = 1));
end PreNeverSettles;
//: exit fails
