// A mechanism whose units fit: no warning.
model Mechanics
  import Modelica.Units.SI;
  import Modelica.Constants.pi;
  type Length = Real(unit = "m");
  parameter SI.Mass m = 2;
  parameter Real J(unit = "kg.m2") = m*L^2/12;
  parameter Length L = 0.5, R = 0.1;
  parameter Real c(unit = "N/m") = 100, d(unit = "N.s/m") = 3;
  constant Real g(unit = "m/s2") = 9.81;
  Length x(start = 0.1), y(start = 0);
  Real v(unit = "m/s", start = 0), w(unit = "rad/s"), phi(unit = "rad", displayUnit = "deg");
  Real F(unit = "N"), P(unit = "W"), E(unit = "J"), tau(unit = "N.m");
  Real alpha(unit="deg") = phi*180/pi;
  Real n(unit="rev/min") = 60*w/(2*pi);
  Real k(unit="1") = x/L;
  Real q[2](unit = {"m", "rad"});
  Real s = 3*x;
  SI.Frequency f = w/(2*pi);
  SI.Area A = pi*R^2;
equation
  m*der(v) = F - m*g;
  der(x) = v;
  F = -c*x - d*v + (if x > 0 then 0 else c*(L - x));
  P = F*v;
  E = 0.5*m*v^2 + m*g*x + c*x^2/2;
  der(phi) = w;
  J*der(w) = tau;
  tau = -m*g*L*sin(phi) - 0.1*w;
  y = R*phi;
  q = {x, phi};
  annotation(experiment(StopTime = 1));
end Mechanics;
----
involute check MODEL
----
status 0
well formed
!warning
====
// The same with wrong lines: each has its warning, once, with both units; the exit status stays 0.
model Mechanics
  import Modelica.Units.SI;
  import Modelica.Constants.pi;
  type Length = Real(unit = "m");
  parameter SI.Mass m = 2;
  parameter Real J(unit = "kg.m2") = m*L/12;
  parameter Length L = 0.5, R = 0.1;
  parameter Real c(unit = "N/m") = 100, d(unit = "N.s/m") = 3;
  constant Real g(unit = "m/s2") = 9.81;
  Length x(start = 0.1), y(start = 0);
  Real v(unit = "m/s", start = 0), w(unit = "rad/s"), phi(unit = "rad", displayUnit = "deg");
  Real F(unit = "N"), P(unit = "W"), E(unit = "J"), tau(unit = "N.m");
  Real alpha(unit="deg") = phi;
  Real n(unit="rev/min") = 60*w/(2*pi);
  Real k(unit="1") = x;
  Real q[2](unit = {"m", "rad"});
  Real s = 3*x;
  SI.Frequency f = w/(2*pi);
  SI.Area A = pi*R^2;
equation
  m*der(v) = F - m*v;
  der(x) = x;
  F = -c*x - d*v + (if x > v then 0 else c*(L - x));
  P = F*x;
  E = 0.5*m*v^2 + m*g*v + c*x^2/2;
  der(phi) = phi;
  J*der(w) = tau;
  tau = -m*g*L*sin(x) - 0.1*w;
  y = R*phi;
  q = {phi, v};
  annotation(experiment(StopTime = 1));
end Mechanics;
----
involute run MODEL
----
status 0
model.mo:7:38: warning: 'J' and its value have different units: kg.m2 and kg.m
model.mo:14:28: warning: 'alpha' and its value have the same dimension but different units: deg and rad, factor 57.2958
model.mo:16:22: warning: 'k' and its value have different units: 1 and m
model.mo:22:14: warning: the terms of 'F - m*v' have different units: N (kg.m/s2) and kg.m/s
model.mo:23:3: warning: the sides of the equation have different units: m/s and m
model.mo:24:24: warning: the sides of 'x > v' have different units: m and m/s
model.mo:25:3: warning: the sides of the equation have different units: W (kg.m2/s3) and kg.m2/s2
model.mo:26:7: warning: the terms of '0.5*m*v^2 + m*g*v + c*x^2/2' have different units: kg.m2/s2 and kg.m2/s3
model.mo:27:3: warning: the sides of the equation have different units: rad/s and rad
model.mo:29:16: warning: the argument of 'sin' must be an angle in rad, but has the unit m
model.mo:31:3: warning: the sides of the equation have different units: m and rad
!model.mo:30:
!model.mo:28:
====
// All commands show it ...
model M
  Real x(unit = "m", start = 1);
equation
  der(x) = -x;
end M;
----
involute analyze MODEL >/dev/null && involute run MODEL >/dev/null
----
status 0
model.mo:5:3: warning: the sides of the equation have different units: m/s and m
model.mo:5:3: warning: the sides of the equation have different units: m/s and m
====
// ... but not with --quiet.
model M
  Real x(unit = "m", start = 1);
equation
  der(x) = -x;
end M;
----
involute check --quiet MODEL; involute run --quiet MODEL
----
status 0
!warning
====
// A circuit with records, functions, loops and events whose units fit.
record Pin
  Real v(unit = "V");
  Real i(unit = "A");
end Pin;
function diode
  input Real v(unit = "V");
  input Real Is(unit = "A") = 1e-9;
  output Real i(unit = "A");
  output Real G(unit = "S");
protected
  constant Real Vt(unit = "V") = 0.025;
algorithm
  i := Is*(exp(v/Vt) - 1);
  G := Is/Vt*exp(v/Vt);
end diode;
function area
  input Modelica.Units.SI.Length r;
  output Modelica.Units.SI.Area A = Modelica.Constants.pi*r^2;
algorithm
end area;
model Circuit
  type Voltage = Real(unit = "V");
  parameter Real R(unit = "Ohm") = 100, C(unit = "F") = 1e-5, L(unit = "mH") = 5;
  parameter Real Rk(unit = "kOhm") = 1;
  parameter Real f(unit = "Hz") = 50;
  constant Real milli = 1e-3;
  Voltage u, uC(start = 0), uR, ud;
  Real i(unit = "A", start = 0), id(unit = "A"), Gd(unit = "S");
  Real P(unit = "mW") = 1000*u*i;
  Real Q(unit = "C") = C*uC;
  Real tau(unit = "s") = R*C;
  Pin p, n;
  Real T(unit="degC") = 20, TK(unit = "K") = T + 273.15;
  Real eta(unit = "%") = 100*uR/u;
  discrete Real count(unit = "1", start = 0);
  Real ip[3](each unit = "A"), up[3](each unit = "V"), Ri[3](each unit = "Ohm") = {1, 2, 3};
  Real itot(unit = "A") = sum(ip), Ptot(unit = "W") = up*ip;
  Real z[3](each unit = "V");
equation
  u = 10*sin(2*Modelica.Constants.pi*f*time);
  u = uR + uC;
  uR = R*i;
  C*der(uC) = i;
  (id, Gd) = diode(ud);
  ud = uR;
  p.v = u; p.i = i;
  n = p;
  for k in 1:3 loop
    up[k] = Ri[k]*ip[k];
    up[k] = k*u;
    z[k] = if k > 1 then up[k] - up[k - 1] else up[k];
  end for;
  when u > 5 then
    count = pre(count) + 1;
  end when;
  assert(i < 10, "too much");
end Circuit;
----
involute check MODEL
----
status 0
well formed
!warning
====
// The same with wrong lines; a line in a loop has one warning.
record Pin
  Real v(unit = "V");
  Real i(unit = "A");
end Pin;
function diode
  input Real v(unit = "V");
  input Real Is(unit = "A") = 1e-9;
  output Real i(unit = "A");
  output Real G(unit = "S");
protected
  constant Real Vt(unit = "V") = 0.025;
algorithm
  i := Is*(exp(v) - 1);
  G := Is*exp(v/Vt);
end diode;
function area
  input Modelica.Units.SI.Length r;
  output Modelica.Units.SI.Area A = Modelica.Constants.pi*r^2;
algorithm
end area;
model Circuit
  type Voltage = Real(unit = "V");
  parameter Real R(unit = "Ohm") = 100, C(unit = "uF") = 10, L(unit = "mH") = 5;
  parameter Real Rk(unit = "kOhm") = 1;
  parameter Real f(unit = "Hz") = 50;
  constant Real milli = 1e-3;
  Voltage u, uC(start = 0), uR, ud;
  Real i(unit = "A", start = 0), id(unit = "A"), Gd(unit = "S");
  Real P(unit = "mW") = 1000*u*i;
  Real Q(unit = "C") = C*1e-6*uC;
  Real tau(unit = "s") = R*C;
  Pin p, n;
  Real T(unit="degC") = 20, TK(unit = "K") = T;
  Real eta(unit = "%") = uR/u;
  discrete Real count(unit = "1", start = 0);
  Real ip[3](each unit = "A"), up[3](each unit = "V"), Ri[3](each unit = "Ohm") = {1, 2, 3};
  Real itot(unit = "A") = sum(up), Ptot(unit = "W") = 2*up*up;
  Real z[3](each unit = "V");
equation
  u = 10*sin(2*Modelica.Constants.pi*f*time);
  u = uR + uC;
  uR = R*i;
  C*der(uC) = i;
  (id, Gd) = diode(i);
  ud = uR;
  p.v = i; p.i = i;
  n = p;
  for k in 1:3 loop
    up[k] = Ri[k]/ip[k];
    up[k] = k*u;
    z[k] = if k > 1 then up[k] - up[k - 1] else up[k];
  end for;
  when u > 5 then
    count = pre(count) + u;
  end when;
  assert(i < u, "too much");
end Circuit;
----
involute check MODEL
----
status 0
model.mo:32:26: warning: 'tau' and its value have the same dimension but different units: s and 1e-06 s, factor 1e+06
model.mo:34:46: warning: 'TK' and its value have the same dimension but different units: K and degC, offset 273.15
model.mo:35:26: warning: 'eta' and its value have the same dimension but different units: % and 1, factor 100
model.mo:38:27: warning: 'itot' and its value have different units: A and V
model.mo:38:55: warning: 'Ptot' and its value have different units: W (kg.m2/s3) and kg2.m4/(s6.A2)
model.mo:44:3: warning: the sides of the equation have the same dimension but different units: 1e-06 A and A, factor 1e+06
model.mo:45:20: warning: 'v' of 'diode' and its argument have different units: V (kg.m2/(s3.A)) and A
model.mo:47:3: warning: the sides of the equation have different units: V (kg.m2/(s3.A)) and A
model.mo:50:5: warning: the sides of the equation have different units: V (kg.m2/(s3.A)) and kg.m2/(s3.A3)
model.mo:55:13: warning: the terms of 'pre(count) + u' have different units: 1 and V (kg.m2/(s3.A))
model.mo:57:10: warning: the sides of 'i < u' have different units: A and V
model.mo:14:12: warning: the argument of 'exp' must be a plain number, but has the unit V
model.mo:15:3: warning: the sides of the assignment have different units: S (s3.A2/(kg.m2)) and A
!model.mo:51:
====
// Heat and flow whose units fit.
model Thermal
  import SI = Modelica.Units.SI;
  parameter SI.HeatCapacity C[4] = {10, 20, 30, 40};
  parameter SI.ThermalConductance G = 2;
  parameter Real eps(unit = "1") = 0.8, A(unit = "cm2") = 3, h(unit = "W/(m2.K)") = 5;
  constant Real sigma = Modelica.Constants.sigma;
  SI.Temperature T[4](each start = 300), Ta = 293;
  SI.HeatFlowRate Q[3], Qr = eps*Modelica.Constants.sigma*1e-4*A*(T[4]^4 - Ta^4);
  Real k(unit = "1/s") = k0*exp(-Ea/(Modelica.Constants.R*T[1]));
  parameter Real k0(unit = "1/s") = 1e5, Ea(unit = "J/mol") = 5e4;
  Real p(unit = "bar"), V(unit = "l") = 2, n(unit = "mol") = 0.1;
  Real rho(unit = "kg/m3") = 1000, dp(unit = "Pa"), mf(unit = "kg/s"), Av(unit = "m2") = 1e-4, zeta(unit = "1") = 2;
  Real level(unit = "m", start = 1), At(unit = "m2") = 1;
  Real lnp = log(dp/Pref);
  parameter Real Pref(unit = "Pa") = 1e5;
equation
  for j in 1:3 loop
    Q[j] = G*(T[j] - T[j + 1]);
  end for;
  C[1]*der(T[1]) = -Q[1];
  for j in 2:3 loop
    C[j]*der(T[j]) = Q[j - 1] - Q[j];
  end for;
  C[4]*der(T[4]) = Q[3] - Qr;
  p*1e5*V*1e-3 = n*Modelica.Constants.R*T[1];
  dp = rho*Modelica.Constants.g_n*level;
  mf = Av*sqrt(2*rho*dp/zeta);
  rho*At*der(level) = -mf;
end Thermal;
----
involute check MODEL
----
status 0
well formed
!warning
====
// The same with wrong lines.
model Thermal
  import SI = Modelica.Units.SI;
  parameter SI.HeatCapacity C[4] = {10, 20, 30, 40};
  parameter SI.ThermalConductance G = 2;
  parameter Real eps(unit = "1") = 0.8, A(unit = "cm2") = 3, h(unit = "W/(m2.K)") = 5;
  constant Real sigma = Modelica.Constants.sigma;
  SI.Temperature T[4](each start = 300), Ta = 293;
  SI.HeatFlowRate Q[3], Qr = eps*Modelica.Constants.sigma*1e-4*A*(T[4]^4 - Ta);
  Real k(unit = "1/s") = k0*exp(-Ea/(Modelica.Constants.k*T[1]));
  parameter Real k0(unit = "1/s") = 1e5, Ea(unit = "J/mol") = 5e4;
  Real p(unit = "bar"), V(unit = "l") = 2, n(unit = "mol") = 0.1;
  Real rho(unit = "kg/m3") = 1000, dp(unit = "Pa"), mf(unit = "kg/s"), Av(unit = "m2") = 1e-4, zeta(unit = "1") = 2;
  Real level(unit = "m", start = 1), At(unit = "m2") = 1;
  Real lnp = log(dp);
  parameter Real Pref(unit = "Pa") = 1e5;
equation
  for j in 1:3 loop
    Q[j] = G*T[j]/Ta;
  end for;
  der(T[1]) = -Q[1];
  for j in 2:3 loop
    C[j]*der(T[j]) = Q[j - 1] - Q[j];
  end for;
  C[4]*der(T[4]) = Q[3] - Qr;
  p*V = n*Modelica.Constants.R*T[1];
  dp = At*Modelica.Constants.g_n*level;
  mf = Av*sqrt(2*dp/zeta);
  rho*At*der(level) = -mf;
end Thermal;
----
involute check MODEL
----
status 0
model.mo:9:66: warning: the terms of '(T[4]^4 - Ta)' have different units: K4 and K
model.mo:10:29: warning: the argument of 'exp' must be a plain number, but has the unit 1/mol
model.mo:15:14: warning: the argument of 'log' must be a plain number, but has the unit Pa (kg/(m.s2))
model.mo:19:5: warning: the sides of the equation have different units: W (kg.m2/s3) and kg.m2/(s3.K)
model.mo:21:3: warning: the sides of the equation have different units: K/s and W
model.mo:26:3: warning: the sides of the equation have the same dimension but different units: 100 kg.m2/s2 and kg.m2/s2, factor 100
model.mo:27:3: warning: the sides of the equation have different units: Pa (kg/(m.s2)) and m4/s2
model.mo:28:3: warning: the sides of the equation have different units: kg/s and kg^(1/2).m^(3/2)/s
====
// What is not declared is not known and fits everything; numbers have the unit that is needed.
model M
  Real x(unit = "m", start = 1), v(unit = "m/s"), y, z(unit = "m"), a(unit = "m/s2"), u(unit = "V"), F(unit = "N");
  parameter Real k = 3, p(unit = "kg") = 70, n = 2, w = 3;
  parameter Integer N = 4;
  Real T(unit = "degC", start = 20), dT(unit = "K") = T - 20, rpm(unit = "rpm"), f(unit = "Hz") = rpm/60;
  Real km(unit = "km") = x/1000, e = x^n, b = 2^N*x, h(unit = "h") = time/3600;
equation
  der(x) = -k*x + v - 1;
  v = k*x;
  y = x + v*k;
  z = N*x + 1 + y;
  a = -9.81;
  u = 5*sin(3*time) + 2*sin(time) + exp(-time) + k*time;
  F = 9.81*p + 1000*x - 0.1*v;
  der(T) = -0.1*(T - 20);
  rpm = w*time;
end M;
----
involute check MODEL
----
status 0
well formed
!warning
====
// Zero fits everything, and the branches of 0 = if ... are equations of their own.
model M
  Real s(unit = "m", start = 1), f(unit = "N"), v(unit = "m/s");
equation
  der(s) = v;
  der(v) = if s > 0 then 0 else f*0;
  0 = if s < 0 then f else s - 1;
  annotation(experiment(StopTime = 0.1));
end M;
----
involute check MODEL
----
status 0
!warning
====
// Units that are not understood are named once and take no part; dimensions of display units count.
model M
  type Speed = Real(unit = "furlong/week");
  Speed v, w;
  Real x(unit = "m", displayUnit = "s"), h(unit = "J/kg.K"), y(unit = "");
equation
  x = v; w = h; der(v) = 1; h = 2; y = x;
end M;
----
involute check MODEL
----
status 0
model.mo:3:28: warning: the unit "furlong/week" is not understood: 'furlong' is no unit; it takes no part in checks
model.mo:5:36: warning: the displayUnit "s" does not fit the unit "m": they have different dimensions
model.mo:5:51: warning: the unit "J/kg.K" is not understood: a product behind '/' needs parentheses, as in J/(kg.K); it takes no part in checks
!model.mo:4:
!model.mo:7:
====
// A unit is a String.
model M
  Real x(unit = m);
equation
  der(x) = 1;
end M;
----
involute check MODEL
----
status 1
model.mo:3:17: error: the attribute 'unit' must be a String literal, as in unit = "m"
!unknown name
====
model M
  Real x[2](displayUnit = {"deg"}, each unit = "rad");
equation
  der(x) = {1, 2};
end M;
----
involute check MODEL
----
status 1
model.mo:2:27: error: the attribute 'displayUnit' has 1 element, but 'x' is an array [2]
====
// A constant String has a text, too.
model M
  constant String u = "m";
  Real x(unit = u, start = 1);
equation
  der(x) = x;
end M;
----
involute check MODEL
----
status 0
model.mo:6:3: warning: the sides of the equation have different units: m/s and m
====
// Starts and bounds have the unit of the variable; fields of records have theirs.
record Point
  Real x(unit = "m"), t(unit = "s");
end Point;
model M
  parameter Real T(unit = "s") = 1, L(unit = "km") = 1;
  Real x(unit = "m", start = T, min = -L), v(unit = "m/s");
  parameter Point p(x = T, t = T), q[2](each x = 1, each t = 2);
  Point r = Point(x, x);
  Real y[2](each unit = "s") = q.x, z(unit = "s") = q[1].x;
initial equation
  v = x;
equation
  der(x) = v;
  der(v) = -1;
  when x < 0 then
    reinit(v, x);
  end when;
end M;
----
involute check MODEL
----
status 0
model.mo:7:30: warning: 'x' and its start value have different units: m and s
model.mo:7:39: warning: 'x' and its min value have the same dimension but different units: m and km, factor 1000
model.mo:8:25: warning: 'p.x' and its value have different units: m and s
model.mo:9:22: warning: 't' of 'Point' and its argument have different units: s and m
model.mo:10:32: warning: 'y' and its value have different units: s and m
model.mo:10:53: warning: 'z' and its value have different units: s and m
model.mo:12:3: warning: the sides of the equation have different units: m/s and m
model.mo:17:5: warning: the arguments of 'reinit' have different units: m/s and m
====
// Records are equal field by field.
record A
  Real x(unit = "m");
end A;
model M
  A a, b(x(unit = "s"));
equation
  a.x = time;
  a = b;
end M;
----
involute check MODEL
----
status 0
model.mo:8:3: warning: the sides of the equation have different units: m and s
model.mo:9:3: warning: the sides of the equation have different units: m and s
====
// Another tool may have put numbers in the place of parameters, and its signals have the unit 1.
package P
  model P
    Real 'x'(unit = "m", start = 1.0);
    Real 'F'(unit = "N");
    Real 'y'(unit = "1");
    Real 'v'(unit = "m/s");
  equation
    der('x') = 2.0*'x';
    'F' = 'y';
    'y' = 'x'*(if 'x' > 0.0 then 1.0 else 3.0);
    'v' = 'x' + 'x';
  end P;
end P;
----
involute check MODEL
----
status 0
model.mo:12:5: warning: the sides of the equation have different units: m/s and m
!model.mo:9:
!model.mo:10:
!model.mo:11:
====
// Of many warnings the first twenty are shown.
model M
  Real x(unit = "m", start = 1), v[25](each unit = "m/s");
equation
  der(x) = 1;
  v[1] = x;
  v[2] = x;
  v[3] = x;
  v[4] = x;
  v[5] = x;
  v[6] = x;
  v[7] = x;
  v[8] = x;
  v[9] = x;
  v[10] = x;
  v[11] = x;
  v[12] = x;
  v[13] = x;
  v[14] = x;
  v[15] = x;
  v[16] = x;
  v[17] = x;
  v[18] = x;
  v[19] = x;
  v[20] = x;
  v[21] = x;
  v[22] = x;
  v[23] = x;
  v[24] = x;
  v[25] = x;
end M;
----
involute check MODEL
----
status 0
model.mo:25:3: warning
note: 5 more warnings about units are not shown
!model.mo:26:3: warning
====
// Vectors and matrices have the unit of their elements; a turn is no angle for sure.
model M
  Real r[3](each unit = "m", start = {1, 0, 0}), v[3](each unit = "m/s"), F[3](each unit = "N"), M[3](each unit = "N.m"), d(unit = "m");
  Real A[2, 2](each unit = "1/s"), x[2](each unit = "m", each start = 1), E(unit = "J") = F*r, Q(unit = "N.s") = F*r;
  Real n(unit = "rev/s"), f(unit = "Hz") = n, w(unit = "rad/s") = n;
  parameter Real m(unit = "kg") = 1;
equation
  der(r) = v;
  m*der(v) = F;
  F = {0, 0, -m*9.81};
  M = cross(r, F);
  d = sqrt(r*r) + Modelica.Math.Vectors.norm(v);
  A = [0, 1; -1, 0];
  der(x) = A*x;
  n = sum(v[i] for i in 1:3)/d;
end M;
----
involute check MODEL
----
status 0
model.mo:4:114: warning: 'Q' and its value have different units: N.s (kg.m/s) and kg.m2/s2
model.mo:5:67: warning: 'w' and its value have the same dimension but different units: rad/s and rev/s, factor 6.28319
model.mo:12:7: warning: the terms of 'sqrt(r*r) + Modelica.Math.Vectors.norm(v)' have different units: m and m/s
!model.mo:8:
!model.mo:9:
!model.mo:10:
!model.mo:11:
!model.mo:13:
!model.mo:14:
!model.mo:15:
