model WhenChains "Clauses that other clauses set off at the same instant, written in the wrong order"
  Integer n(start = 0, fixed = true), changes(start = 0, fixed = true), before(start = -1, fixed = true), last(start = 0, fixed = true);
  Boolean many(start = false, fixed = true);
equation
  when edge(many) then
    last = n;
  end when;
  when change(n) then
    changes = pre(changes) + 1;
  end when;
  when n > 2 then
    before = pre(n);
    many = true;
  end when;
  when sample(0.1, 0.1) then
    n = pre(n) + 1;
  end when;
end WhenChains;
// The third sample makes n > 2, while pre(n) is still 2; many becomes true at the same instant, when n is 3.
//: --stop 0.55
//: n = 5 +- 0
//: changes = 5 +- 0
//: before = 2 +- 0
//: last = 3 +- 0
//: events = 5
