model ClutchLocks "A slipping clutch locks when the speeds meet and slips again when the torque exceeds what sticks"
  parameter Real J1 = 1, J2 = 2, slipTorque = 2, stickTorque = 3;
  Real w1(start = 6, fixed = true), w2(start = 0, fixed = true), a1(start = 0, fixed = true) "angle of the engine", tc;
  Boolean locked(start = false, fixed = true);
equation
  der(a1) = w1;
  J1*der(w1) = time/2 - tc;
  J2*der(w2) = tc;
  if locked then
    w1 = w2;
  else
    tc = slipTorque;
  end if;
  when w1 <= w2 then
    locked = true;
  elsewhen tc > stickTorque then
    locked = false;
  end when;
end ClutchLocks;
// Slipping, w1 = 6 - 2t + t^2/4 and w2 = t meet at t1 = 6 - sqrt(12); locked (one freedom less, index 2), 3 w' = t/2 and
// tc = t/3, which exceeds 3 at t = 9; then w1' = t/2 - 2, w2' = 1.
//: --rtol 1e-10 --stop 12
//: w1 = 18.5 +- 1e-8
//: w2 = 11.75 +- 1e-8
//: a1 = 82.618802153517 +- 1e-7
//: dof = 3
//: locked = 0
