model HalfWaveInductor "Half-wave rectifier with an inductive load: the diode blocks only when the current has died out"
  parameter Real R = 1, L = 1;
  Real i(start = 0, fixed = true), uD;
  Real q(start = 0, fixed = true) "charge that went through the load";
  Real s "current of the conducting diode, voltage of the blocking one";
  Real source = sin(2*time);
equation
  source = L*der(i) + R*i + uD;
  uD = if s < 0 then s else 0;
  i = if s < 0 then 0 else s;
  der(q) = i;
end HalfWaveInductor;
// Conducting, one state: i = (sin 2t - 2 cos 2t + 2 exp(-t))/5 until it is zero after the half wave; blocking, i = 0 is
// a constraint (index 2) until the source is positive again at t = pi.
//: --rtol 1e-10 --stop 4
//: i = 0.425606290806992 +- 1e-8
//: q = 0.824161916514811 +- 1e-8
//: dof = 2
//: events = 2
