// 8.6: d = y + 2 and y = 3*d - 4 hold together: d = 1, y = -1; in turn they would run away from that.
model FirstThroughUnknown
  Real y, x(start = 0, fixed = true);
  discrete Real d;
initial equation
  d = y + 2;
equation
  y = 3*d - 4;
  der(x) = y;
  when time > 0.5 then
    d = pre(d) + 1;
  end when;
  annotation(experiment(StopTime = 1));
end FirstThroughUnknown;
//: at 0 d = 1 +- 1e-12
//: at 0 y = -1 +- 1e-12
//: x = 0.5 +- 1e-8
//: y = 2 +- 1e-12
