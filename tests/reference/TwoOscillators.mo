model TwoOscillators "Two independent oscillators cross zero in the same instant again and again, and both crossings count"
  Real x(start = 0, fixed = true), vx(start = 1, fixed = true), y(start = 0, fixed = true), vy(start = 3, fixed = true);
  Integer nx(start = 0, fixed = true), ny(start = 0, fixed = true);
equation
  der(x) = vx;
  der(vx) = -x;
  der(y) = vy;
  der(vy) = -9*y;
  when x < 0 then
    nx = pre(nx) + 1;
    reinit(vy, 2*pre(vy));
  end when;
  when y < 0 then
    ny = pre(ny) + 1;
  end when;
end TwoOscillators;
// x = sin t sinks through zero at pi and 3 pi, y = A sin 3t at pi/3, pi, 5 pi/3, ...; A is doubled at pi and 3 pi.
//: --rtol 1e-11 --stop 10
//: x = -0.54402111088937 +- 1e-8
//: y = -3.95212649637145 +- 1e-7
//: nx = 2
//: ny = 5
