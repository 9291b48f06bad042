model CraneServo "The trolley force and rope length that move the load of a crane along a given path: index 5"
  parameter Real m = 2 "load", M = 10 "trolley", g = 9.81;
  Real x, y "load", s "trolley", rope(start = 4), tension(start = 20), force;
  Real sine, cosine(start = 1) "of the rope's angle from the vertical";
equation
  x = 0.5*sin(time);
  y = -4 + 0.3*cos(2*time);
  x = s + rope*sine;
  y = -rope*cosine;
  sine^2 + cosine^2 = 1;
  m*der(der(x)) = -tension*sine;
  m*der(der(y)) = tension*cosine - m*g;
  M*der(der(s)) = force + tension*sine;
end CraneServo;
// The path of the load is a flat output: s = x - x'' y/(y'' + g), force = M s'' + m x'', derivatives by mpmath.
//: --rtol 1e-9 --stop 2
//: s = 0.274576854420456 +- 1e-11
//: rope = 4.19995512630221 +- 1e-11
//: tension = 21.2082465883324 +- 1e-10
//: force = -3.78656240904851 +- 1e-9
//: index = 5
//: dof = 0
