//: stiff
//: h = 0.1175054073003291
model DrainedTank "outflow by a regularised square root, down to almost empty and up again; scipy Radau"
  Real h(start = 1, fixed = true);
equation
  der(h) = -h/(h^2 + 1e-8)^0.25 + 0.1*time;
  annotation(experiment(StopTime = 4));
end DrainedTank;
