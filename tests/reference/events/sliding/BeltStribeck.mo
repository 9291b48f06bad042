// Friction 0.5 + 0.5 exp(-|v - 0.3|) on a belt of speed 0.3: sticks until x = 1, slips for 4.9852011218 until the speed is the belt's again;
// period 7.3641651162 (Taylor series of 20 digits on the slip, independent of this program).
model BeltStribeck
  parameter Real belt = 0.3;
  Real x(start = 0, fixed = true), v(start = 0.3, fixed = true), r = belt - v;
equation
  der(x) = v;
  der(v) = -x + (if r > 0 then 0.5 + 0.5*exp(-r) else -0.5 - 0.5*exp(r));
  annotation(experiment(StopTime = 40));
end BeltStribeck;
//: methods auto dop853 radau taylor gauss6
//: run --at-sliding filippov --rtol 1e-11
//: x = 0.9537523256749127 +- 1e-8
//: v = 0.3 +- 1e-8
