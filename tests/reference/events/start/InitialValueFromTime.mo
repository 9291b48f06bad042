// 8.6: initial equations are relations at the initial instant, here time = 2.
model InitialValueFromTime
  discrete Real d;
equation
  when time >= 3 then
    d = pre(d) + 10;
  end when;
initial equation
  d = time + 1;
  annotation(experiment(StartTime = 2, StopTime = 4));
end InitialValueFromTime;
//: at 2 d = 3 +- 1e-14
//: d = 13 +- 1e-14
