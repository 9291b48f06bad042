// 8.6: an initial equation with both n and its pre: n = pre(n) (inactive) and n + pre(n) = 10.
model InitialEquationOfInactiveWhen
  discrete Real n;
initial equation
  n + pre(n) = 10;
equation
  when time > 0.5 then
    n = pre(n)*3;
  end when;
  annotation(experiment(StopTime = 1));
end InitialEquationOfInactiveWhen;
//: at 0 n = 5 +- 1e-12
//: n = 15 +- 1e-12
