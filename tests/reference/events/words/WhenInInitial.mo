// 8.6: no when clauses in initial sections.
model WhenInInitial
  Integer n(start = 0);
initial equation
  when time > 0.3 then
    n = 1;
  end when;
equation
  when time > 0.5 then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 1));
end WhenInInitial;
//: exit 1
