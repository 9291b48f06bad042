// 8.3.5.4: the same for one of several variables of the clauses, with a state.
model TwoWhensOneReal
  Real x(start = 0, fixed = true);
  discrete Real a(start = 0, fixed = true), b(start = 0, fixed = true);
equation
  der(x) = 1;
  when x > 0.3 then
    a = x;
    b = 1;
  end when;
  when x > 0.6 then
    b = 2;
  end when;
  annotation(experiment(StopTime = 1));
end TwoWhensOneReal;
//: exit 1
//: says b
