// 8.5: a pendulum x'' = -x that gets a kick of +0.1 in v at each passage of 0 upward: after n periods v = 1 + 0.1 n.
model EscapementTwoSwitches
  Real x(start = 1, fixed = true), v(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -x;
  when x > 0 then
    reinit(v, pre(v) + 0.1);
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 18, Tolerance = 1e-10));
end EscapementTwoSwitches;
// passes 0 upward at 3 pi/2, 7 pi/2, 11 pi/2 with 1, 1.1, 1.2
//: n = 3
//: x = 0.8584117207173065 +- 1e-6
//: v = 0.9762834208031769 +- 1e-6
