//: x = 0.5706340735078257
//: y = 1.491743990701921
model HarvestPulse "predator and prey with a harvest in no time; scipy DOP853"
  Real x(start = 1.5, fixed = true), y(start = 1, fixed = true);
equation
  der(x) = x*(1 - y) - 20*x*exp(-((time - 4)/0.01)^2);
  der(y) = y*(x - 1);
  annotation(experiment(StopTime = 9));
end HarvestPulse;
