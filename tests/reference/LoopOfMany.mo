model LoopOfMany "A crank whose end stays on a line, in a model large enough that rows which miss are refined by themselves"
  // The height of the end cancels from terms of size 2: what is left of it is round-off, and sixty equations repeat it.
  constant Integer n = 60;
  Real a(start = 1, fixed = true), b(start = -0.6), wa(start = 0.5, fixed = true), wb, lambda;
  Real ya, yb, height, wall;
  Real copy[n], power[n], energy;
equation
  der(a) = wa;
  der(b) = wb;
  ya = 2*sin(a);
  yb = 3*sin(b);
  height = ya + yb;
  height + height^3 = wall + wall^3;
  wall = 1e-9*(ya - yb);
  der(wa) = -sin(a) + 2*lambda*cos(a);
  der(wb) = 3*lambda*cos(b);
  for k in 1:n loop
    copy[k] = k*height;
    power[k] = lambda*copy[k] + wa;
  end for;
  energy = wa^2/2 + wb^2/2 - cos(a);
  annotation(experiment(StopTime = 10));
end LoopOfMany;
// The force is normal to the constraint but for 1e-9, so that the energy stays what it is at the start: with
// sin(b) = -2/3 sin(a) (1 - 2e-9) and the derivative of that, in 25 digits.
//: --rtol 1e-9 --points 500
//: energy = -0.391636573053575 +- 1e-6
//: height = 0 +- 1e-8
//: dof = 2
//: index = 3
