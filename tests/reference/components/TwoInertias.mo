// Mechanics with flanges: two inertias on a spring. The mean angle stays, the difference oscillates.
package Rotational
  connector Flange
    Real phi;
    flow Real tau;
  end Flange;
  model Inertia
    parameter Real J = 1;
    Flange a, b;
    Real w(start = 0, fixed = true);
  equation
    a.phi = b.phi;
    w = der(a.phi);
    J*der(w) = a.tau + b.tau;
  end Inertia;
  model Spring
    parameter Real c = 1;
    Flange a, b;
  equation
    b.tau = c*(b.phi - a.phi);
    a.tau + b.tau = 0;
  end Spring;
  model TwoInertias
    Inertia i[2](J = {1, 2}, a(phi(start = {1, 0}, each fixed = true)));
    Spring s(c = 6);
  equation
    connect(i[1].b, s.a);
    connect(s.b, i[2].a);
  end TwoInertias;
end Rotational;
// omega = sqrt(c (1/J1 + 1/J2)) = 3; phi1 - phi2 = cos(3 t), phi1 + 2 phi2 = 1
//: --rtol 1e-11 --stop 1
//: i[1].a.phi = -0.326661664400297 +- 1e-8
//: i[2].a.phi = 0.663330832200148 +- 1e-8
//: i[1].w = -0.282240016119734 +- 1e-8
