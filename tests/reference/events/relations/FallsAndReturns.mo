// 8.5: x = 1 - sin t. From the boundary downward at 0, back upward at pi. x >= 1 is true at 0: it falls, and fires at pi;
// x > 1 fires at pi; x < 1 fires at 0 (and at 2 pi); x <= 1 is true at 0 and fires at 2 pi.
model FallsAndReturns
  Real x(start = 1, fixed = true), v(start = -1, fixed = true);
  Integer ge(start = 0, fixed = true), gt(start = 0, fixed = true), lt(start = 0, fixed = true), le(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = 1 - x;
  when x >= 1 then
    ge = pre(ge) + 1;
  end when;
  when x > 1 then
    gt = pre(gt) + 1;
  end when;
  when x < 1 then
    lt = pre(lt) + 1;
  end when;
  when x <= 1 then
    le = pre(le) + 1;
  end when;
  annotation(experiment(StopTime = 7, Tolerance = 1e-9));
end FallsAndReturns;
//: ge = 1
//: gt = 1
//: lt = 2
//: le = 1
//: x = 0.34301340128121094 +- 1e-6
