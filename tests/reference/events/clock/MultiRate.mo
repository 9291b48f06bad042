// 8.4: a fast filter and a slow integrator on clocks that meet every third tick: f = (pre(f) + u)/2 and s = pre(s) + f with the new f.
model MultiRate
  discrete Real f(start = 0, fixed = true), s(start = 0, fixed = true);
  Integer k(start = 0, fixed = true);
equation
  when sample(0.125, 0.125) then
    k = pre(k) + 1;
    f = (pre(f) + 1)/2;
  end when;
  when mod(k, 3) == 0 and k > 0 then
    s = pre(s) + f;
  end when;
  annotation(experiment(StopTime = 0.8));
end MultiRate;
// f = 1 - 2^-k; s = (1 - 1/8) + (1 - 1/64)
//: s = 1.859375 +- 1e-14
//: k = 6
