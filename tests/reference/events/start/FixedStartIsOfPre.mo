// 8.6: start with fixed = true of a discrete variable gives pre(n) = 3; the when is inactive, so n = pre(n) = 3 until it fires.
model FixedStartIsOfPre
  Integer n(start = 3, fixed = true);
equation
  when time > 0.5 then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 1));
end FixedStartIsOfPre;
//: run --every 0.25
//: at 0 n = 3
//: at 0.25 n = 3
//: at 0.5 before n = 3
//: at 0.5 after n = 4
//: n = 4
