// 3.7.5: the same without states.
model ElevenTicksNoStates
  Integer n(start = 0, fixed = true);
equation
  when sample(0, 0.1) then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 1));
end ElevenTicksNoStates;
//: n = 11
//: at 0 n = 1
