model IndexTwo "An index 2 system whose solution is cos t, log cos t, tan t"
  // Maerz and Tischendorf 1994; Liu, example 4: (38) - (40). The hidden constraint is quadratic in w: the start value of w chooses a root.
  // The two roots meet where u1 = 2*w, at t = 0.4271: start after it.
  Real u1(start = cos(0.5), fixed = true), u2(start = log(cos(0.5))), w(start = tan(0.5));
equation
  der(u1) + sqrt(1 - u1^2) - 1/u1^2 + w^2 + 1 = 0;
  der(u2) + w = 0;
  u2 - log(u1) = 0;
  annotation(experiment(StartTime = 0.5, StopTime = 1.5, Tolerance = 1e-8));
end IndexTwo;
// In closed form.
//: --rtol 1e-12 --start 0.5
//: u1 = 0.0707372016677029 +- 1e-9
//: u2 = -2.64878365397843 +- 1e-8
//: w = 14.1014199471717 +- 1e-6
//: index = 2
//: dof = 1
