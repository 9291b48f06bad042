model PulsedPump "A pump that runs in short strokes given by a condition on time only: nothing else makes the steps small"
  Real volume(start = 0, fixed = true);
equation
  der(volume) = if sin(10*time) > 0.9 then 1 else 0;
end PulsedPump;
// 16 strokes of acos(0.9)/5 each begin before t = 10, the last of them ends at 9.65.
//: --stop 10
//: volume = 1.44328579774804 +- 1e-9
//: events = 32
