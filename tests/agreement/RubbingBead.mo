//: x = -0.09475903075219096
//: y = 0.004489636954547336
model RubbingBead "a bead on a parabola that rubs, index 3; scipy DOP853 in one coordinate"
  Real x(start = 1, fixed = true), y(start = 0.5), u, v, F, s;
equation
  der(x) = u;
  der(y) = v;
  s = tanh((u + x*v)/sqrt(1 + x^2)/1e-2);
  der(u) = -F*x - s/sqrt(1 + x^2);
  der(v) = F - 9.81 - s*x/sqrt(1 + x^2);
  y = x^2/2;
  annotation(experiment(StopTime = 3));
end RubbingBead;
