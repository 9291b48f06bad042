// 8.4: a zero-order hold of exp(-t) at 0, 0.25, ...; the integral of the held value is 0.25 (1 + q + q^2 + q^3), q = exp(-1/4).
model SampleAndHoldOfState
  Real x(start = 1, fixed = true), y(start = 0, fixed = true);
  discrete Real h(start = 0, fixed = true);
equation
  der(x) = -x;
  der(y) = h;
  when sample(0, 0.25) then
    h = x;
  end when;
  annotation(experiment(StopTime = 1, Tolerance = 1e-10));
end SampleAndHoldOfState;
//: y = 0.7144244988812634 +- 1e-8
//: h = 0.36787944117144233 +- 1e-8
