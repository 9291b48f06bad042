// 8.5: the mirror: x = 1 + sin t. <= is true at 0, false from there on, true again at pi (fires), < fires at pi.
model RisesAndReturns
  Real x(start = 1, fixed = true), v(start = 1, fixed = true);
  Integer ge(start = 0, fixed = true), gt(start = 0, fixed = true), lt(start = 0, fixed = true), le(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = 1 - x;
  when 1 <= x then
    ge = pre(ge) + 1;
  end when;
  when 1 < x then
    gt = pre(gt) + 1;
  end when;
  when 1 > x then
    lt = pre(lt) + 1;
  end when;
  when 1 >= x then
    le = pre(le) + 1;
  end when;
  annotation(experiment(StopTime = 6, Tolerance = 1e-9));
end RisesAndReturns;
//: ge = 0
//: gt = 1
//: lt = 1
//: le = 1
