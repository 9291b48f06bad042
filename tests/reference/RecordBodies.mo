model RecordBodies "Two falling bodies on a spring without length, described by an array of records"
  record Body "what is known of a body"
    Real m "mass";
    Real r[2] = {0, 0} "position at the start";
    Real v[2] "velocity at the start";
  end Body;
  parameter Body body[2] = {Body(1, {0, 0}, {1, 0}), Body(v = {0, 2}, m = 3, r = {1, 0.5})};
  parameter Real k = 3, g = 9.81;
  Real r[2, 2](start = {body[i].r for i in 1:2}, each fixed = true);
  Real v[2, 2](start = body.v, each fixed = true);
  Real spring[2] = k*(r[2, :] - r[1, :]);
  Real center[2] = body.m*r/sum(body.m) "of mass: a vector times a matrix";
equation
  der(r) = v;
  body[1].m*der(v[1, :]) = spring + {0, -body[1].m*g};
  body[2].m*der(v[2, :]) = -spring + {0, -body[2].m*g};
end RecordBodies;
// The centre falls on a parabola; the distance oscillates with sqrt(k (m1 + m2)/(m1 m2)) = 2.
//: --rtol 1e-11 --stop 1.7
//: center[1] = 1.17500000000000 +- 1e-9
//: center[2] = -11.2504500000000 +- 1e-9
//: r[1,1] = 1.80427073117453 +- 1e-9
//: r[2,2] = -11.4351850495791 +- 1e-9
