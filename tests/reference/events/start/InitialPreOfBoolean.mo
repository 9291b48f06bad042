// 8.6: pre(b) given by an initial equation, as a function of a parameter.
model InitialPreOfBoolean
  parameter Real p = 2;
  Boolean b;
  Real x(start = 0, fixed = true);
initial equation
  pre(b) = p > 1;
equation
  der(x) = if b then 1 else -1;
  when time > 0.75 then
    b = not pre(b);
  end when;
  annotation(experiment(StopTime = 1));
end InitialPreOfBoolean;
//: run
//: x = 0.5 +- 1e-8
//: b = 0
//: run --set p=0
//: x = -0.5 +- 1e-8
//: b = 1
