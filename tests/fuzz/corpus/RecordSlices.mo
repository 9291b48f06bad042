model RecordSlices
  record R
    Real x[2](each start = 1), y;
  end R;
  record Q
    R r[2](each y = 4, each x(each fixed = true)), s(x.start = {5, 6}, x(each fixed = true), y = 7);
  end Q;
  function f
    input Real x;
    input Real v[2] = {1, 2};
    output Real y = x*v[1] + v[2];
  algorithm
  end f;
  Q q[2](each s.y = 8);
  parameter R p(x(each fixed = false), y(fixed = false));
  Real a[2] = q.s.x[1], b[2] = f({1, 2}), c = f(1, v = {3, 4}), d[2] = f(q.s.y, [1, 2; 3, 4]), e = Modelica.Math.Vectors.norm(b);
  discrete Real z;
equation
  der(q.r.x) = -q.r.x;
  for i loop
    der(q[i].s.x) = q[i].r.x[1] + (q[i].r.x)[2];
  end for;
  when {a[1] > 2, change(z)} then
    z = pre(z) + p.y;
  end when;
initial algorithm
  p.y := 2;
  for i in 1:2 loop
    p.x[i] := i;
  end for;
end RecordSlices;
