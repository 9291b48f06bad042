// Two rows at an event between the rows of the grid.
model EventOffGrid
  Real x(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(x) = 1;
  when x > 0.3 then
    n = 1;
    reinit(x, 5);
  end when;
  annotation(experiment(StopTime = 1, Tolerance = 1e-9));
end EventOffGrid;
//: at 0.3 before x = 0.3 +- 1e-7
//: at 0.3 before n = 0
//: at 0.3 after x = 5 +- 1e-12
//: at 0.3 after n = 1
//: run --points 4
//: run --every 0.25
//: run --steps
