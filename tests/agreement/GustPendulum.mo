//: x = 0.5196771664162593
//: y = -0.85436271144378
model GustPendulum "a gust of a millisecond hits a pendulum of index 3; scipy DOP853 in the angle"
  Real x(start = 0.479425538604203, fixed = true), y(start = -0.87758256189037276), F;
equation
  der(der(x)) = -F*x + 1000*exp(-((time - 1)/1e-3)^2);
  der(der(y)) = -F*y - 9.81;
  x^2 + y^2 = 1;
  annotation(experiment(StopTime = 2));
end GustPendulum;
