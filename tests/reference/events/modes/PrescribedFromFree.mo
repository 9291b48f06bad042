// 8.5: a free mass that is held from 1 on has a velocity that no constraint gave before: an impact, of which the model must say what
// becomes of v.
model PrescribedFromFree
  Real x(start = 0, fixed = true), v(start = 3, fixed = true), f;
equation
  der(x) = v;
  der(v) = f;
  if time < 1 then
    f = 0;
  else
    der(x) = -2;
  end if;
  annotation(experiment(StopTime = 2));
end PrescribedFromFree;
//: exit 3
//: says would have to jump from 3 to -2
