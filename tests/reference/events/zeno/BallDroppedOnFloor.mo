// 8.5: at rest on the floor with gravity and h < 0: it falls at once (second derivative), the reinit gives v = 0 again: the guard
// still holds after its reinit, and the model has no mode for it.
model BallDroppedOnFloor
  Real h(start = 0, fixed = true), v(start = 0, fixed = true);
equation
  der(h) = v;
  der(v) = -9.81;
  when h < 0 then
    reinit(v, -0.7*pre(v));
  end when;
  annotation(experiment(StopTime = 1));
end BallDroppedOnFloor;
//: exit 3
//: says h < 0
