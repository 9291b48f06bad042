//: stiff
//: z = 0.49998
model StiffFront "a stiff state that follows a front; closed form up to 1e-12"
  Real y(start = -1, fixed = true), z(start = 0, fixed = true);
equation
  der(y) = -1e5*(y - tanh((time - 1)/1e-3));
  der(z) = y;
  annotation(experiment(StopTime = 2.5));
end StiffFront;
