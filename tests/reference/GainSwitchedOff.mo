model GainSwitchedOff "A comparison that becomes exactly zero at an event: not greater than zero any more"
  Real x(start = 0.5, fixed = true), heard(start = 0, fixed = true) "how long the alarm rang";
  Integer gain(start = 1, fixed = true);
  Boolean alarm = gain*x > 0;
equation
  der(x) = 1;
  der(heard) = if alarm then 1 else 0;
  when x > 1 then
    gain = 0;
  end when;
end GainSwitchedOff;
// The alarm rings from the start until x = 1 at t = 1/2.
//: --rtol 1e-10 --stop 2
//: heard = 0.5 +- 1e-10
//: alarm = 0
//: gain = 0
