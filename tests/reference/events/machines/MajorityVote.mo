// 8.5: two of three, through functions of Boolean variables only; true in 0.2 - 0.5 and 0.7 - 0.9.
model MajorityVote
  Boolean a = time > 0.1 and time < 0.5, b = time > 0.2 and time < 0.9, c = time > 0.7;
  Boolean m = a and b or b and c or a and c;
  Real x(start = 0, fixed = true);
equation
  der(x) = if m then 1 else 0;
  annotation(experiment(StopTime = 1, Tolerance = 1e-9));
end MajorityVote;
//: x = 0.5 +- 1e-8
