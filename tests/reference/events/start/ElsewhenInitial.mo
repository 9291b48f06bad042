// 8.6: an elsewhen initial() is active during initialisation as a when is.
model ElsewhenInitial
  Integer n(start = 0, fixed = true);
equation
  when time > 0.4 then
    n = 10;
  elsewhen initial() then
    n = 3;
  end when;
  annotation(experiment(StopTime = 1));
end ElsewhenInitial;
//: at 0 n = 3
//: n = 10
