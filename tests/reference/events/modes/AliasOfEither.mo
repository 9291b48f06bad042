// 8.4: phi is driven by one of two shafts, chosen by a discrete variable. w1 = 4, w2 = t.
model AliasOfEither
  Real w1(start = 4, fixed = true), w2(start = 0, fixed = true), phi(start = 0, fixed = true);
  Boolean second(start = false, fixed = true);
equation
  der(w1) = 0;
  der(w2) = 1;
  der(phi) = if second then w2 else w1;
  when sample(1, 1) then
    second = not pre(second);
  end when;
  annotation(experiment(StopTime = 3.5, Tolerance = 1e-10));
end AliasOfEither;
// w1 on 0-1, w2 on 1-2, w1 on 2-3, w2 on 3-3.5: 4 + 1.5 + 4 + 1.625
//: phi = 11.125 +- 1e-7
//: w1 = 4 +- 1e-12
//: w2 = 3.5 +- 1e-8
