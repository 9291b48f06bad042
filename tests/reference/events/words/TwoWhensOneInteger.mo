// 8.3.5.4: two when clauses must not define one variable.
model TwoWhensOneInteger
  Integer n(start = 0, fixed = true);
equation
  when time > 0.3 then
    n = 1;
  end when;
  when sample(0.5, 0.1) then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 1));
end TwoWhensOneInteger;
//: exit 1
//: says n
