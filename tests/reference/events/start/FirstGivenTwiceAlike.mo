// 8.6: more initial equations than unknowns, which agree.
model FirstGivenTwiceAlike
  Integer n;
initial equation
  pre(n) = 3;
  n = 3;
equation
  when time > 0.5 then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 1));
end FirstGivenTwiceAlike;
//: at 0 n = 3
//: n = 4
