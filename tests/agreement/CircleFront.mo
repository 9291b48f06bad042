//: x = -0.9091958859047842
//: y = 0.416368636011185
model CircleFront "a point on a circle, index 2, whose speed changes in a front; scipy DOP853 in the angle"
  Real x(start = 1, fixed = true), y(start = 0), m;
equation
  der(x) = -y + m*x;
  der(y) = x*(1 + tanh((time - 1)/1e-3)) + m*y;
  x^2 + y^2 = 1;
  annotation(experiment(StopTime = 3));
end CircleFront;
