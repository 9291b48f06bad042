// 8.3.7: x <= 1 holds up to the stop time, whatever the last digit of x is there.
model AssertUpToStop
  Real x(start=0,fixed=true);
equation
  der(x)=1;
  assert(x <= 1, "x is " + String(x));
  annotation(experiment(StopTime=1));
end AssertUpToStop;
//: end = 1
