// 8.6: an initial equation in branches on a parameter.
model InitialIfOnParameter
  parameter Boolean steady = true;
  Real x;
  Boolean up(start = true, fixed = true);
initial equation
  if steady then
    der(x) = 0;
  else
    x = 5;
  end if;
equation
  der(x) = (if up then 2 else 0) - x;
  when time >= 1 then
    up = false;
  end when;
  annotation(experiment(StopTime = 2, Tolerance = 1e-10));
end InitialIfOnParameter;
//: run
//: x = 0.7357588823428847 +- 1e-7
//: run --set steady=false
//: x = 1.1417647320527227 +- 1e-7
