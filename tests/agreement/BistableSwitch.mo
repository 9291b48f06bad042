//: x = 1.881744776875816
model BistableSwitch "a pulse throws a state from one rest to the other; scipy DOP853"
  Real x(start = -1, fixed = true);
equation
  der(x) = -x + 2*tanh(3*x) + 200*exp(-((time - 2)/1e-2)^2);
  annotation(experiment(StopTime = 3));
end BistableSwitch;
