// 8.3.5.2: when clauses are not nested.
model NestedWhen
  Integer n(start = 0, fixed = true);
equation
  when time > 0.3 then
    when time > 0.2 then
      n = 1;
    end when;
  end when;
  annotation(experiment(StopTime = 1));
end NestedWhen;
//: exit 1
