// 8.3.6: reinit evaluates its expression and assigns at the end of the sweep, after all other evaluations: x and y change places.
model SwapStates
  Real x(start = 1, fixed = true), y(start = 5, fixed = true);
equation
  der(x) = 0;
  der(y) = 0;
  when time >= 0.5 then
    reinit(x, y);
    reinit(y, x);
  end when;
  annotation(experiment(StopTime = 1));
end SwapStates;
//: x = 5 +- 1e-12
//: y = 1 +- 1e-12
