// 8.3.6: w1 = 2*w2 ties two differentiated speeds; reinit names w1, and the constraint takes w2 along. Before: tau = 1 on shaft 1,
// (J1 + J2/4) der(w1) = 1 with J1 = 1, J2 = 4: w1 = t/2. After 1: w1 = 5 + (t - 1)/2.
model TiedByGear
  Real w1(start = 0, fixed = true), w2, p;
equation
  1*der(w1) = 1 - p;
  4*der(w2) = 2*p;
  w1 = 2*w2;
  when time >= 1 then
    reinit(w1, 5);
  end when;
  annotation(experiment(StopTime = 2));
end TiedByGear;
//: w1 = 5.5 +- 1e-7
//: w2 = 2.75 +- 1e-7
//: p = 0.5 +- 1e-7
