// 8.5: a tank whose level is forced (index 2) while it overflows, and free again when the inflow turns: full at 1, overflow = inflow
// until 2, then 0.5 a unit down.
model OverflowAndRelease
  Real level(start = 0, fixed = true), over, inflow;
  Boolean full(start = false, fixed = true);
equation
  inflow = if time < 2 then 1 else -0.5;
  der(level) = inflow - over;
  if full then
    level = 1;
  else
    over = 0;
  end if;
  full = if pre(full) then over >= 0 else level >= 1;
  annotation(experiment(StopTime = 3, Tolerance = 1e-9));
end OverflowAndRelease;
//: run --every 0.25
//: level = 0.5 +- 1e-7
//: at 1.5 over = 1 +- 1e-9
//: at 1.5 level = 1 +- 1e-12
//: over = 0
