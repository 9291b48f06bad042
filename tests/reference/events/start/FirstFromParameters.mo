// 8.6: initial values from parameters and the time of the start.
model FirstFromParameters
  parameter Real p = 5;
  Integer n;
  Boolean late;
  discrete Real d;
initial equation
  n = integer(p/2);
  pre(late) = time > 1;
initial algorithm
  d := p;
  if p > 4 then
    d := d + time;
  end if;
equation
  when time > 2.5 then
    n = pre(n) + 1;
    late = not pre(late);
    d = -pre(d);
  end when;
  annotation(experiment(StartTime = 2, StopTime = 3));
end FirstFromParameters;
//: run
//: at 2 n = 2
//: at 2 late = 1
//: at 2 d = 7 +- 1e-14
//: d = -7 +- 1e-14
//: late = 0
//: run --set p=3 --start 0
//: at 0 n = 1
//: at 0 late = 0
//: at 0 d = 3 +- 1e-14
//: n = 2
