// 8.5: an ideal source whose voltage steps from 1 to 5 at a capacitor: its charge follows; a second one behind a resistance does not.
// After 1, b = 5 - (5 - b(1)) exp(1 - t) with b(1) = 1 - exp(-1), b(2) = 5 - (4 + exp(-1)) exp(-1).
model PrescribedStep
  Real a, i, j, b(start = 0, fixed = true);
equation
  a = if time < 1 then 1 else 5;
  i = 2*der(a) + j;
  j = a - b;
  der(b) = j;
  annotation(experiment(StopTime = 2, Tolerance = 1e-10));
end PrescribedStep;
//: says a jumps from 1 to 5
//: at 1 before b = 0.6321205588285577 +- 1e-8
//: at 1 after b = 0.6321205588285577 +- 1e-8
//: at 1 after i = 4.367879441171442 +- 1e-8
//: b = 3.393146952077618 +- 1e-8
