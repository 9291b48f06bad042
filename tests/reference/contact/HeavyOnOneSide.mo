model HeavyOnOneSide "Five oscillators whose masses depend on their side: the system Jacobian does, too, and every mode is completed on its own"
  parameter Integer N = 5;
  parameter Real w[N] = {1 + 0.3*i for i in 1:N};
  Real x[N](each start = 0, each fixed = true), v[N](each start = 1, each fixed = true);
equation
  for i in 1:N loop
    der(x[i]) = v[i];
    (if x[i] > 0 then 4 else 1)*der(v[i]) = -w[i]^2*x[i];
  end for;
  annotation(experiment(StopTime = 6));
end HeavyOnOneSide;
// Half periods of pi/w and 2*pi/w in turn.
//: --rtol 1e-9
//: x[1] = -0.768110265672773 +- 1e-7
//: x[2] = 0.1093737292993089 +- 1e-7
//: x[3] = 0.8786450366727998 +- 1e-7
//: x[4] = 0.8638478108713901 +- 1e-7
//: x[5] = 0.2773082542680205 +- 1e-7
//: v[5] = -0.9379999767747389 +- 1e-7
//: events = 9
