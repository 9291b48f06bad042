model Harvest "Predator and prey with a net cast once a year: two variables reinitialised at sampling instants"
  Real prey(start = 2, fixed = true), predator(start = 1, fixed = true);
  discrete Real caught(start = 0, fixed = true);
equation
  der(prey) = prey*(1 - predator);
  der(predator) = predator*(prey - 1);
  when sample(1, 1) then
    caught = pre(caught) + 0.2*pre(prey) + 0.3*pre(predator);
    reinit(prey, 0.8*pre(prey));
    reinit(predator, 0.7*pre(predator));
  end when;
end Harvest;
// Runge-Kutta with steps of 1e-4 between the whole numbers.
//: --rtol 1e-10 --stop 5.5
//: prey = 2.22608169637397 +- 1e-8
//: predator = 0.418130650901993 +- 1e-8
//: caught = 2.4900145682571 +- 1e-8
//: events = 5
