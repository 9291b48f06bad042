// 8.6: pre(d) of a discrete Real depends on an unknown of the initial problem: x(0) = 2, pre(d) = 7.
model InitialPreOfReal
  Real x(start = 2, fixed = true);
  discrete Real d;
initial equation
  pre(d) = 3*x + 1;
equation
  der(x) = 1;
  when x > 2.5 then
    d = pre(d) + x;
  end when;
  annotation(experiment(StopTime = 1, Tolerance = 1e-9));
end InitialPreOfReal;
//: at 0 d = 7 +- 1e-12
//: d = 9.5 +- 1e-7
