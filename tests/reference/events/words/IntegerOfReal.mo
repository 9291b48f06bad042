// 10.6.13: no Real expression for an Integer.
model IntegerOfReal
  Integer n(start = 0, fixed = true);
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  when sample(0.1, 0.1) then
    n = x;
  end when;
  annotation(experiment(StopTime = 1));
end IntegerOfReal;
//: exit 1
