// A division that does not come out even has no Integer for a solution: an error, not a rounded number.
model NoWholeSolution
  Integer m = integer(4*time), n;
equation
  2*n = if time < 0.7 then 4*m else m + 1;
  annotation(experiment(StopTime = 1));
end NoWholeSolution;
//: exit 3
//: says has no whole solution: 'n' would be 3/2
//: says number 0.7 +- 1e-9
