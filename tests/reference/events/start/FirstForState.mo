// 8.6: pre(d) = 2 is fixed, so d = 2*x gives the state: x = 1, and then it grows by 2 in 1.
model FirstForState
  Real x(start = 7);
  discrete Real d(start = 2, fixed = true);
initial equation
  d = 2*x;
equation
  der(x) = d;
  when time > 0.5 then
    d = pre(d);
  end when;
  annotation(experiment(StopTime = 1));
end FirstForState;
//: at 0 x = 1 +- 1e-12
//: x = 3 +- 1e-8
