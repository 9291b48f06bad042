// 8.4: a two-bit Gray counter: each bit takes the other's value before: 00, 01, 11, 10, 00.
model GrayCode
  Boolean a(start = false, fixed = true), b(start = false, fixed = true);
  Integer word(start = 0, fixed = true);
equation
  when sample(0.1, 0.1) then
    a = pre(b);
    b = not pre(a);
    word = mod(10*pre(word), 10000) + (if a then 2 else 0) + (if b then 1 else 0);
  end when;
  annotation(experiment(StopTime = 0.45));
end GrayCode;
//: word = 1320
