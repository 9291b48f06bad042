model StarOfCoils "three coils in a star that start without current, which is one condition too many; outputs at critical points"
  parameter Integer m = 3;
  parameter Real R = 2, L = 0.1, w = 10, V = 5;
  constant Real pi = 3.141592653589793;
  Real i[m], u[m], neutral;
  Real re, im "space vector of the currents";
  Real magnitude, angle "sqrt and atan2 at 0";
  Real T, ratio, level, factor "from a constant, through functions that have no value at 0";
  Real loss, efficiency;
  Real heat "begins at rest: its rate belongs to the last stage, as all formulas do";
  Real gain[4] "a chain that only its order solves";
initial equation
  i = zeros(m);
  der(heat) = 0;
equation
  T = 293.15;
  ratio*T = 586.3;
  level = log(ratio*T/293.15);
  factor = 2*sqrt(level/log(2))*(1/ratio);
  for k in 1:m loop
    u[k] = V*sin(w*time + 0.4 - 2*pi*(k - 1)/m);
    u[k] - neutral = factor*R*i[k] + L*der(i[k]);
  end for;
  sum(i) = 0;
  re = 2/3*(i[1] - i[2]/2 - i[3]/2);
  im = (i[2] - i[3])/sqrt(3);
  magnitude = sqrt(re^2 + im^2);
  angle = atan2(im, re);
  loss = R*(i[1]^2 + i[2]^2 + i[3]^2);
  gain[1] = sqrt(T - 293)*sqrt(20/3);
  gain[2] = log(gain[1])/level + gain[1];
  gain[3] = gain[2]/log(gain[2] + 1.718281828459045);
  gain[4] = acos(gain[3] - 1) + sqrt(gain[3] - 0.99);
  10*der(heat) = gain[1]*loss + gain[4]*efficiency - heat;
  efficiency = exp(-loss)/(1 + magnitude);
end StarOfCoils;
// A rotating voltage at a coil with L/R = 0.05: i[1] is the sum of the steady current and of what decays, closed form.
//: --rtol 1e-11 --stop 1
//: index = 2
//: i[1] = -1.09466868045093 +- 1e-9
//: i[2] = 2.2359063324724 +- 1e-9
//: i[3] = -1.14123765202147 +- 1e-9
//: magnitude = 2.23606798136697 +- 1e-9
//: angle = 2.0823707559034 +- 1e-9
//: heat = 2.865726080011 +- 1e-9
