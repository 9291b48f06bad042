// 3.7.5: pre of a continuous variable is its left limit: the jump of reinit is seen as new - old in the same instant.
model UsesPreOfReal
  Real x(start = 0, fixed = true);
  discrete Real left(start = 0, fixed = true);
equation
  der(x) = 2;
  when time >= 0.5 then
    left = pre(x);
    reinit(x, 10);
  end when;
  annotation(experiment(StopTime = 1));
end UsesPreOfReal;
//: left = 1 +- 1e-9
//: x = 11 +- 1e-8
