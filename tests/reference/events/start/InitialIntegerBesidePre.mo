// 8.6: k = 2*pre(n) = 6 gives pre(n) = 3 = n for the inactive when, which makes 4 of it.
model InitialIntegerBesidePre
  Integer n, k;
initial equation
  k = 6;
equation
  k = 2*pre(n);
  when time > 0.5 then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 1));
end InitialIntegerBesidePre;
//: n = 4
//: k = 8
//: at 0 n = 3
