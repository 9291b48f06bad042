// x follows 3 sin(time) with a speed of at most 2: slides from t = 1.4957815682 to pi - acos(2/3), is left behind, slides again from
// 4.8939126305 to 2 pi - acos(2/3) and from 8.0355052841 on.
model SurfaceMovesAway
  Real x(start = 0, fixed = true), z(start = 0, fixed = true);
equation
  der(x) = if x > 3*sin(time) then -2 else 2;
  der(z) = if x > 3*sin(time) then 1 else 0;
  annotation(experiment(StopTime = 8.5));
end SurfaceMovesAway;
//: methods auto dop853 radau taylor gauss6
//: run --at-sliding filippov --rtol 1e-10
//: x = 2.3954613378704709 +- 1e-8
//: z = 3.6511346655323823 +- 1e-8
//: run --at-sliding filippov --rtol 1e-10 --stop 7
//: x = 0.8796987492768979 +- 1e-8
//: z = 3.2800753126807755 +- 1e-8
