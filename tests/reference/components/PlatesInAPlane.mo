// Connectors that contain arrays of connectors: two rigidly joined masses and a force in the plane (index 3 by connect).
model PlatesInAPlane
  connector Axis
    Real s;
    flow Real f;
  end Axis;
  connector Frame
    Axis x[2];
  end Frame;
  model Plate
    parameter Real m = 1;
    Frame b;
    Real v[2];
  equation
    for k in 1:2 loop
      der(b.x[k].s) = v[k];
      m*der(v[k]) = b.x[k].f;
    end for;
  end Plate;
  model Push
    Frame b;
  equation
    b.x[1].f = -2;
    b.x[2].f = -4;
  end Push;
  Plate a(b(x(s(each start = 0, each fixed = true))), v(each start = 0, each fixed = true)), c(m = 3);
  Push push;
equation
  connect(a.b, c.b);
  connect(push.b, a.b);
end PlatesInAPlane;
// accelerations 1/2 and 1 of the mass 4
//: --rtol 1e-10 --stop 2
//: a.v[1] = 1 +- 1e-8
//: c.v[2] = 2 +- 1e-8
//: c.b.x[2].s = 2 +- 1e-8
//: c.b.x[1].f = 1.5 +- 1e-8
