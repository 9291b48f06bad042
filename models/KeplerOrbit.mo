model KeplerOrbit "A planet, with its energy and its angular momentum kept"
  // Tuomela, Arponen 2000, (7.5). The two invariants leave the position on the orbit and the direction of its axis to the method.
  // With the printed speed 1.73 the period is 6.21686; with sqrt(3) it is 2 pi.
  parameter Real speed = 1.73 "at the start, the point next to the sun";
  Real x(start = 0.5, fixed = true), y(start = 0, fixed = true);
  Real vx(start = 0, fixed = true), vy(start = speed, fixed = true);
  Real energy = (vx^2 + vy^2)/2 - 1/sqrt(x^2 + y^2) annotation(__involute(invariant = true));
  Real momentum = x*vy - y*vx annotation(__involute(invariant = true));
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = -x/sqrt(x^2 + y^2)^3;
  der(vy) = -y/sqrt(x^2 + y^2)^3;
  annotation(experiment(StopTime = 100, Tolerance = 1e-8),
    __involute(plots = {plot(x = "x", y = "y", title = "orbit"), plot(y = {"vx", "vy"}, title = "velocity")}));
end KeplerOrbit;
// The equations of motion alone, in 34 digits.
//: --rtol 1e-12 --stop 100
//: x = 0.0962668206925468 +- 1e-6
//: y = 0.693786392651693 +- 1e-6
//: vx = -1.1450985434308 +- 1e-6
//: vy = 0.732819592616942 +- 1e-6
//: dof = 4
