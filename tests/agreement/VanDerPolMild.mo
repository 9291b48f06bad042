//: perturb x
//: x = 0.8360876437221508
//: v = -1.012522070650771
model VanDerPolMild "a limit cycle; scipy DOP853"
  Real x(start = 2, fixed = true), v(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = 3*(1 - x^2)*v - x;
  annotation(experiment(StopTime = 12));
end VanDerPolMild;
