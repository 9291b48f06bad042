model ShallowInflection "A cubic passes zero with the slope zero"
  Real x(start = -8, fixed = true), n(start = 1, fixed = true);
equation
  der(x) = 3*(time - 2)^2;
  der(n) = 0;
  when x >= 0 then
    reinit(n, x);
  end when;
end ShallowInflection;
//: --rtol 1e-8 --stop 3
//: n = 0 +- 2e-15
//: x = 1 +- 1e-7
//: events = 1
