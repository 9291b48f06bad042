// 8.5: the same with a state: k = 0, 1, 2 as x = t passes 0.5 and 1; y = 0*0.5 + 1*0.5 + 2*0.5.
model IntegerOfState
  Integer k;
  Real x(start = 0, fixed = true), y(start = 0, fixed = true);
equation
  der(x) = 1;
  k = if x < 0.5 then 0 elseif x < 1 then 1 else 2;
  der(y) = k;
  annotation(experiment(StopTime = 1.5, Tolerance = 1e-9));
end IntegerOfState;
//: k = 2
//: y = 1.5 +- 1e-7
