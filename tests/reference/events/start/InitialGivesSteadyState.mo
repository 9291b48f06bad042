// 3.7.5: u = 3 during initialisation, where der(x) = 0 gives x = 3; then u = 7: x = 7 - 4 exp(-t).
model InitialGivesSteadyState
  Real x, u;
initial equation
  der(x) = 0;
equation
  u = if initial() then 3 else 7;
  der(x) = u - x;
  annotation(experiment(StopTime = 1, Tolerance = 1e-9));
end InitialGivesSteadyState;
//: x = 5.528482235314231 +- 1e-7
//: u = 7
