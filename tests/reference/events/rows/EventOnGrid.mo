// Two rows at an event, before and after, also where a row of the grid falls on it.
model EventOnGrid
  Real x(start = 0, fixed = true), y = if time < 0.5 then 0 else 1;
  Boolean b = time >= 0.5;
  Integer n(start = 0, fixed = true);
equation
  der(x) = if b then 2 else 1;
  when sample(0.25, 0.25) then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 0.9));
end EventOnGrid;
//: at 0.5 before y = 0
//: at 0.5 before b = 0
//: at 0.5 before n = 1
//: at 0.5 before der(x) = 1
//: at 0.5 after y = 1
//: at 0.5 after b = 1
//: at 0.5 after n = 2
//: at 0.5 after der(x) = 2
//: n = 3
//: run --points 18
//: run --every 0.25
//: run --every 0.1
