// 8.5: each trigger holds the output for 0.3; triggered at 0.1, 0.3, 0.8: high in 0.1 - 0.6 and 0.8 - 1.
model MonostableRetriggered
  discrete Real until(start = -1, fixed = true);
  Boolean y = time < until;
  Real x(start = 0, fixed = true);
equation
  der(x) = if y then 1 else 0;
  when {time >= 0.1, time >= 0.3, time >= 0.8} then
    until = time + 0.3;
  end when;
  annotation(experiment(StopTime = 1, Tolerance = 1e-9));
end MonostableRetriggered;
//: x = 0.7 +- 1e-7
//: y = 1
