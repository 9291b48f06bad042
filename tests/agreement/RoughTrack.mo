//: perturb x
//: x = -0.215799055135232
//: v = 0.002121078471308313
model RoughTrack "friction by an arc tangent and a bump in the track; scipy Radau"
  Real x(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -x - 0.3*(2/3.141592653589793)*atan(v/1e-3) + exp(-((x - 0.2)/1e-2)^2);
  annotation(experiment(StopTime = 7));
end RoughTrack;
