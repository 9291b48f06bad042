// 8.6: d = 4 gives pre(d); d = x + 1 is left for the state: x = 3.
model FirstForBoth
  Real x;
  discrete Real d;
initial equation
  d = x + 1;
  d = 4;
equation
  der(x) = -d;
  when time > 0.5 then
    d = 0;
  end when;
  annotation(experiment(StopTime = 1));
end FirstForBoth;
//: at 0 x = 3 +- 1e-12
//: at 0 d = 4
//: x = 1 +- 1e-8
