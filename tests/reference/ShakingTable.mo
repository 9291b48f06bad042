model ShakingTable "A block on a shaking table is thrown up when the table falls faster than g, and lands without a rebound"
  parameter Real A = 0.05, w = 20, g = 9.81;
  Real table = A*sin(w*time), speed = A*w*cos(w*time);
  Real y(start = 0), v(start = 1), N;
  Boolean contact(start = true, fixed = true);
  Integer landings(start = 0, fixed = true);
equation
  der(y) = v;
  der(v) = N - g;
  if contact then
    y = table;
  else
    N = 0;
  end if;
  when not pre(contact) and y < table then
    contact = true;
    landings = pre(landings) + 1;
    reinit(v, speed);
  elsewhen N < 0 then
    contact = false;
    landings = pre(landings);
  end when;
end ShakingTable;
// Leaves where A w^2 sin(w t) = g, flies on a parabola, lands where it meets the sine again (bisection), and rests there until the
// next time: index 3 without freedom, or two freedoms.
//: --rtol 1e-10 --stop 0.7
//: y = 0.0542525973371634 +- 1e-8
//: v = 0.419707386454961 +- 1e-7
//: landings = 2
//: index = 3
//: dof = 0
