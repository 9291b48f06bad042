// 8.3.5: the condition of a when is Boolean.
model WhenOfInteger
  Integer k = integer(time), n(start = 0, fixed = true);
equation
  when k then
    n = 1;
  end when;
  annotation(experiment(StopTime = 1));
end WhenOfInteger;
//: exit 1
