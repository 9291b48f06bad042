model FrictionFunction "Two bodies are slowed by a law with a branch, a nested call and a default: rolling and air"
  function drag "odd in v"
    input Real v;
    input Real a = 0.5 "linear part";
    input Real b = 0.2 "quadratic part";
    output Real force;
  algorithm
    if v < 0 then
      force := -magnitude(-v, a, b);
      return;
    end if;
    force := magnitude(v, a, b);
  end drag;

  function magnitude
    input Real v;
    input Real a;
    input Real b;
    output Real force;
  protected
    Real linear = a*v;
  algorithm
    force := linear + b*v^2;
  end magnitude;

  parameter Real m = 2;
  Real v(start = 10, fixed = true);
  Real w(start = -6, fixed = true);
equation
  m*der(v) = -drag(v);
  m*der(w) = -drag(w, b = 0.4);
end FrictionFunction;
// m v' = -a v - b v^2: v = a/((a/v0 + b) exp(a t/m) - b).
//: --rtol 1e-11 --stop 3
//: v = 1.51860286618978 +- 1e-9
//: w = -0.802289188176479 +- 1e-9
