model IntegrateAndFire "A neuron: charges to the threshold, fires, and is deaf for a while, when its potential is a constraint"
  parameter Real tau = 1, drive = 1.5, deaf = 0.2;
  Real v(start = 0, fixed = true), current;
  Boolean active(start = true, fixed = true);
  Integer spikes(start = 0, fixed = true);
  discrete Real last(start = -1, fixed = true);
equation
  tau*der(v) = current - v;
  if active then
    current = drive;
  else
    v = 0;
  end if;
  when v > 1 then
    spikes = pre(spikes) + 1;
    last = time;
    active = false;
    reinit(v, 0);
  elsewhen time >= pre(last) + deaf then
    spikes = pre(spikes);
    last = pre(last);
    active = true;
  end when;
end IntegrateAndFire;
// Period ln(3) + 1/5; v = 1.5 (1 - exp(-r)) at r after the end of the deaf time.
//: --rtol 1e-10 --stop 4.7
//: v = 0.828806646228669 +- 1e-8
//: spikes = 3
//: last = 3.69583686600433 +- 1e-9
//: dof = 1
