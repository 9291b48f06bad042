// Kepler's equation by Newton's iteration, differentiated twice: the acceleration is -x/r^3.
model KeplerByIteration
  function kepler
    input Real M, e;
    output Real E;
  algorithm
    E := M + 1;
    while abs(E - e*sin(E) - M) > 1e-9 loop
      E := E - (E - e*sin(E) - M)/(1 - e*cos(E));
    end while;
    for i in 1:3 loop
      E := E - (E - e*sin(E) - M)/(1 - e*cos(E));
    end for;
  end kepler;
  parameter Real e = 0.3;
  Real E = kepler(time, e), x = cos(E) - e, r = 1 - e*cos(E), ax = der(der(x)), zero = ax + x/r^3;
end KeplerByIteration;
//: --stop 1
//: E = 1.28809131321184 +- 1e-12
//: zero = 0 +- 1e-11
