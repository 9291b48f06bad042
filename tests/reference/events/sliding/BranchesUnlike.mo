// The branches determine u and w by other equations each, which cannot be blended one by one: refused, with the reason.
model BranchesUnlike
  Real x(start = 1, fixed = true), u, w;
equation
  der(x) = u;
  if x > 0 then
    u = -1;
    w = u + 1;
  else
    w = 2;
    u + w = 3;
  end if;
  annotation(experiment(StopTime = 3));
end BranchesUnlike;
//: exit 3
//: never says internal
//: run
//: says --at-sliding filippov
//: run --at-sliding filippov
//: says if-expression
