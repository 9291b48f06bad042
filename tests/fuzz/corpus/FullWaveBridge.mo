model FullWaveBridge "Four ideal diodes load a smoothing capacitor; two of them commutate where the source is zero"
  parameter Real R = 3, C = 1, leak = 10 "from each terminal of the source to ground, which fixes its potential";
  Real uC(start = 0.5, fixed = true), q(start = 0, fixed = true) "charge delivered by the bridge";
  Real va, vb, iSource;
  Real u1, u2, u3, u4, i1, i2, i3, i4;
  Real s1(start = -1), s2(start = -1), s3(start = -1), s4(start = 1);
  Real u = sin(time + 0.3);
equation
  va - vb = u;
  iSource + i3 = i1 + va/leak;
  i4 - iSource = i2 + vb/leak;
  i1 + i2 = C*der(uC) + uC/R;
  der(q) = i1 + i2;
  u1 = va - uC;
  u2 = vb - uC;
  u3 = -va;
  u4 = -vb;
  u1 = if s1 < 0 then s1 else 0;
  i1 = if s1 < 0 then 0 else s1;
  u2 = if s2 < 0 then s2 else 0;
  i2 = if s2 < 0 then 0 else s2;
  u3 = if s3 < 0 then s3 else 0;
  i3 = if s3 < 0 then 0 else s3;
  u4 = if s4 < 0 then s4 else 0;
  i4 = if s4 < 0 then 0 else s4;
end FullWaveBridge;
// With phase p = t + 0.3: uC = |sin p| while the bridge conducts (index 2), until tan p = -R C after each crest; in
// between uC decays with the time constant R C until |sin p| meets it. q = C (uC - uC(0)) + integral of uC/R.
//: --rtol 1e-10 --stop 6.5
//: uC = 0.526607171823781 +- 1e-8
//: q = 1.69634240825616 +- 1e-8
//: dof = 2
