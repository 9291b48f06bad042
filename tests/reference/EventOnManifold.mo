model EventOnManifold "The point of an event satisfies the comparison and every constraint to round-off"
  // A pendulum of index 3 is stopped where x sinks below 0.5; what it has there is kept.
  Real x(start = 1, fixed = true), y, u(start = 0, fixed = true), v, f;
  discrete Real xe(start = 0), rod(start = 1), energy(start = 1);
equation
  der(x) = u;
  der(y) = v;
  der(u) = -f*x;
  der(v) = -f*y - 1;
  x^2 + y^2 = 1;
  when x < 0.5 then
    xe = x;
    rod = x^2 + y^2 - 1;
    energy = (u^2 + v^2)/2 + y;
    terminate("half way");
  end when;
end EventOnManifold;
// By the definition of the event and of the rod; the energy is that of the start, 0.
//: --rtol 1e-11 --stop 5
//: xe = 0.5 +- 4e-15
//: rod = 0 +- 4e-16
//: energy = 0 +- 1e-10
//: events = 1
