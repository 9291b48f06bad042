// 8.3.5.1: an if in the body, with the same left sides in both branches.
model IfInBody
  Integer up(start = 0, fixed = true), down(start = 0, fixed = true);
  Real s = sin(7*time);
equation
  when sample(0.1, 0.2) then
    if s > 0 then
      up = pre(up) + 1;
      down = pre(down);
    else
      up = pre(up);
      down = pre(down) + 1;
    end if;
  end when;
  annotation(experiment(StopTime = 1));
end IfInBody;
// sin 0.7, 2.1 > 0; sin 3.5, 4.9 < 0; sin 6.3 > 0
//: up = 3
//: down = 2
