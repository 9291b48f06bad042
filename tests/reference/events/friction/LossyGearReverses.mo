// Appendix B: the loss of a gear depends on the directions of motion and of power, which depend on the loss: with efficiency 1/2 and
// friction 1 it is ta/2 + 1 or 1 - ta forward, ta/2 - 1 or -1 - ta backward. Driven by -4 from w = 1: ta = -1, 0.01 der(w) = -3 until
// 1/300; at rest the loss would have to be -4, its least value is -3: backward with ta = -10/3, 0.01 der(w) = -2/3. From 0.5 on, without
// the drive, 0.01 der(w) = 2/3 until 0.996666667; then locked.
model LossyGearReverses
  parameter Real J = 0.01, eta = 0.5, bf = 1;
  Real phi(start = 0, fixed = true), w(start = 1, fixed = true), a, t1, ta, s, loss, most, least;
  Boolean positive, forward, backward, locked;
  Integer mode(start = 1, fixed = true);
equation
  t1 = if time < 0.5 then -4 else 0;
  der(phi) = w;
  der(w) = a;
  J*a = t1 - ta;
  J*a = ta - loss;
  positive = ta >= 0;
  most = if positive then (1 - eta)*ta + bf else (1 - 1/eta)*ta + bf;
  least = if positive then (1 - 1/eta)*ta - bf else (1 - eta)*ta - bf;
  forward = pre(mode) == 0 and s > most or initial() and w > 0;
  backward = pre(mode) == 0 and s < least or initial() and w < 0;
  locked = not (pre(mode) == 1 or forward or pre(mode) == -1 or backward);
  loss = if locked then s elseif forward or pre(mode) == 1 then most else least;
  a = if locked then 0 else s - loss;
  mode = if (pre(mode) == 1 or forward) and w > 0 then 1 elseif (pre(mode) == -1 or backward) and w < 0 then -1 else 0;
  annotation(experiment(StopTime = 1.2, Tolerance = 1e-9));
end LossyGearReverses;
//: run --every 0.1
//: at 0.1 ta = -3.33333333333333 +- 1e-9
//: at 0.1 w = -6.44444444444445 +- 1e-6
//: at 0.5 after ta = -0.666666666666667 +- 1e-9
//: at 0.5 after w = -33.1111111111111 +- 1e-6
//: at 1.1 w = 0 +- 1e-7
//: at 1.1 locked = 1
//: at 1.1 ta = 0 +- 1e-9
//: phi = -16.4435185185185 +- 1e-6
