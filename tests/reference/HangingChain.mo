model HangingChain "Three point masses on rods below a hook, in Cartesian arrays: index 3"
  parameter Integer N = 3;
  parameter Real m = 1, L = 1, g = 9.81;
  parameter Real angle[N] = {0.5, 0.8, -0.4} "of the rods from the vertical, at the start";
  Real p[N + 1, 2](start = cat(1, {{0, 0}}, {L*{sum(sin(angle[k]) for k in 1:i), -sum(cos(angle[k]) for k in 1:i)} for i in 1:N})) "p[1, :] is the hook";
  Real v[N, 2](each start = 0);
  Real s[N](each start = 10) "tension of each rod, per length";
  Real f[N + 1, 2] "pull at the lower end of each rod, and nothing below the last";
equation
  p[1, :] = {0, 0};
  f[N + 1, :] = zeros(2);
  for i in 1:N loop
    der(p[i + 1, :]) = v[i, :];
    f[i, :] = s[i]*(p[i, :] - p[i + 1, :]);
    m*der(v[i, :]) = f[i, :] - f[i + 1, :] + {0, -m*g};
    (p[i + 1, :] - p[i, :])*(p[i + 1, :] - p[i, :]) = L^2 annotation(__involute(name = "rod"));
  end for;
end HangingChain;
// The same pendulum in its three angles: RK4 in Python with 500 and 1000 steps, extrapolated.
//: --rtol 1e-11 --stop 1
//: p[2,1] = -0.465023660850788 +- 1e-7
//: p[3,1] = -0.651684404148144 +- 1e-7
//: p[4,2] = -2.82078507214265 +- 1e-7
//: index = 3
//: dof = 6
