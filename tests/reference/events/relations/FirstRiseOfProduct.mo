// 8.5: u = time*cos(5 time) leaves 0 upward; zero at 0.1 pi, 0.3 pi, 0.5 pi: rises at 0 and 0.3 pi (before 1.5). No states.
model FirstRiseOfProduct
  Real u = time*cos(5*time);
  Boolean a = u > 0;
  Integer n(start = 0, fixed = true);
equation
  when a then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 1.5));
end FirstRiseOfProduct;
//: n = 2
//: a = 1
