// 8.5: gates without memory, written from the outputs back; inputs have periods of 1, 2 and 4 ticks of 0.125: counts to 7.
model FullAdder
  Boolean s, carry, p;
  Boolean a(start = false, fixed = true), b(start = false, fixed = true), c(start = false, fixed = true);
  Integer k(start = 0, fixed = true), sum(start = 0, fixed = true);
equation
  s = p and not c or not p and c;
  carry = a and b or p and c;
  p = a and not b or not a and b;
  when sample(0.125, 0.125) then
    k = pre(k) + 1;
    a = mod(k, 2) == 1;
    b = mod(div(k, 2), 2) == 1;
    c = mod(div(k, 4), 2) == 1;
    sum = pre(sum) + (if s then 1 else 0) + (if carry then 2 else 0);
  end when;
  annotation(experiment(StopTime = 0.9));
end FullAdder;
// k = 1..7: the number of ones, 1 1 2 1 2 2 3
//: sum = 12
//: s = 1
//: carry = 1
