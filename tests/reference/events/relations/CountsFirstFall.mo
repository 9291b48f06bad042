// 8.5: sin(-t) > 0 is false at the start and stays so: it rises at pi, 3 pi and falls at 2 pi. >= is true at 0 and falls at
// once: one change more, no rise more. No states.
model CountsFirstFall
  Boolean a = sin(-time) > 0, b = sin(-time) >= 0;
  Integer n(start = 0, fixed = true), c(start = 0, fixed = true), nb(start = 0, fixed = true), cb(start = 0, fixed = true);
equation
  when a then
    n = pre(n) + 1;
  end when;
  when change(a) then
    c = pre(c) + 1;
  end when;
  when b then
    nb = pre(nb) + 1;
  end when;
  when change(b) then
    cb = pre(cb) + 1;
  end when;
  annotation(experiment(StopTime = 10));
end CountsFirstFall;
//: n = 2
//: c = 3
//: nb = 2
//: cb = 4
