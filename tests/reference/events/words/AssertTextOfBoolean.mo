// 8.3.7: texts of Booleans and of several parts; in a when.
model AssertTextOfBoolean
  Real x(start = 0, fixed = true);
  Boolean hot(start = false, fixed = true);
equation
  der(x) = 1;
  when x > 0.5 then
    hot = true;
    assert(x < 0.4, "hot is " + String(hot) + ", count " + String(7));
  end when;
  annotation(experiment(StopTime = 1));
end AssertTextOfBoolean;
//: exit 3
//: says hot is true, count 7
