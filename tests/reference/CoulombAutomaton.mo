model CoulombAutomaton "Dry friction as an automaton of three states: forward, stuck (v = 0, the friction unknown), backward"
  parameter Real limit = 1 "of the friction", A = 1.3 "amplitude of the force";
  Real x(start = 0, fixed = true), v(start = 0), friction;
  Integer mode(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = A*sin(time) - friction;
  if mode == 0 then
    v = 0;
  else
    friction = limit*mode;
  end if;
  when pre(mode) == 0 and friction > limit then
    mode = 1;
  elsewhen pre(mode) == 0 and friction < -limit then
    mode = -1;
  elsewhen pre(mode) == 1 and v < 0 or pre(mode) == -1 and v > 0 then
    mode = 0;
  end when;
end CoulombAutomaton;
// Breaks loose at asin(1/1.3), v = 1.3 (cos t0 - cos t) - (t - t0) until v = 0 (bisection), rests, leaves backward at
// pi + asin(1/1.3).
//: --rtol 1e-10 --first-step 0.4 --stop 5
//: x = 0.240179476769599 +- 1e-8
//: v = -0.218652300201938 +- 1e-8
//: dof = 1
//: mode = -1
