model StartActions "Things that happen at the start: initial(), and a comparison that is decided on its boundary"
  Real x(start = 0, fixed = true), y(start = 0, fixed = true);
  discrete Real level(start = 0, fixed = true);
  Integer n(start = 0, fixed = true), late(start = 0, fixed = true), ticks(start = 0, fixed = true);
equation
  der(x) = if x >= 0 then 1 else -1;
  der(y) = if time > 0 then level else 100;
  when {initial(), x > pre(level)} then
    level = pre(level) + 1;
    n = pre(n) + 1;
  end when;
  when x >= 0 then
    late = pre(late) + 1;
  end when;
  when sample(0, 1) then
    ticks = pre(ticks) + 1;
  end when;
end StartActions;
// level is 1 from the start, 2 from x = 1 on, 3 from x = 2 on; x >= 0 is true from the beginning and never becomes true;
// sample(0, 1) is true at 0, 1 and 2; y' = 100 holds at the instant 0 only.
//: --rtol 1e-10 --stop 2.5
//: x = 2.5 +- 1e-9
//: y = 4.5 +- 1e-8
//: level = 3
//: n = 3
//: late = 0
//: ticks = 3
