//: stop=0.3 points=3 rtol=1e-9 method=gauss6 retraction=orthogonal ambient=first-order done
model StringTaut "What holds along a constraint is no event on its tangent"
  parameter Real L = 1, g = 9.81;
  Real x(start = 0, fixed = true), y(start = -1), vx(start = sqrt(3.5*g), fixed = true), vy;
  Real pull "of the string, per mass and length";
  Boolean taut(start = true, fixed = true);
  Real qs3;
equation
  qs3 = der(x);
  der(der(vy)) = der(-pull*y - g);
  qs3 = vx;
  der(y) = vy;
  der(vx) = -pull*x;
  der(vy) = -pull*y - g;
  if taut then
    x^2 + y^2 = L^2;
  else
    pull = 0;
  end if;
  when pull < 0 then
    taut = false;
  elsewhen not pre(taut) and x^2 + y^2 > L^2 then
    taut = true;
    reinit(vx, y*(y*pre(vx) - x*pre(vy))/L^2);
    reinit(vy, -x*(y*pre(vx) - x*pre(vy))/L^2);
  end when;
end StringTaut;
