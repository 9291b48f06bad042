// 8.6: pre(n) = 3 gives n, and n gives the parameter: k = 5.
model FirstTunesParameter
  parameter Real k(fixed = false);
  Integer n;
  Real x(start = 0, fixed = true);
initial equation
  k = n + 2;
  pre(n) = 3;
equation
  der(x) = k;
  when time > 0.5 then
    n = 100;
  end when;
  annotation(experiment(StopTime = 1));
end FirstTunesParameter;
//: x = 5 +- 1e-8
