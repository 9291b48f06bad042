// 8.6, 10.6: initial equations of an array, element by element and in a chain.
model FirstOfArray
  discrete Real d[4];
initial equation
  d[1] = time + 2;
  for i in 2:4 loop
    pre(d[i]) = 3*d[i - 1];
  end for;
equation
  when time > 0.5 then
    d = pre(d)/2;
  end when;
  annotation(experiment(StopTime = 1));
end FirstOfArray;
//: at 0 d[4] = 54 +- 1e-13
//: d[4] = 27 +- 1e-13
//: d[1] = 1 +- 1e-14
