// 8.5: the same boundary in a model without states.
model FallsAndReturnsNoStates
  Real x = 1 - sin(time);
  Integer ge(start = 0, fixed = true), gt(start = 0, fixed = true), lt(start = 0, fixed = true), le(start = 0, fixed = true);
equation
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
  annotation(experiment(StopTime = 7));
end FallsAndReturnsNoStates;
//: ge = 1
//: gt = 1
//: lt = 2
//: le = 1
