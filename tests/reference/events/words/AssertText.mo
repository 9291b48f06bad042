// 8.3.7: the message of a violated assertion is evaluated. x = 1 - t falls below 0.25.
model AssertText
  Real x(start = 1, fixed = true);
  Integer n(start = 3, fixed = true);
equation
  der(x) = -1;
  when time >= 0.5 then
    n = 4;
  end when;
  assert(x > 0.25, "stage " + String(n) + " is too low");
  annotation(experiment(StopTime = 1));
end AssertText;
//: exit 3
//: says stage 4 is too low
