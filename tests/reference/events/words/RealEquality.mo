// 3.5: == between Reals is allowed in functions only.
model RealEquality
  Real x(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(x) = 1;
  when x == 0.5 then
    n = 1;
  end when;
  annotation(experiment(StopTime = 1));
end RealEquality;
//: exit 1
