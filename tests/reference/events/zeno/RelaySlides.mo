// A field that points to x = 0 from both sides: x = 0.5 - t until 0.5. By default the run stops there and names the option; with
// it, x follows the equivalent dynamics (x = 0).
model RelaySlides
  Real x(start = 0.5, fixed = true);
equation
  der(x) = if x > 0 then -1 else 1;
  annotation(experiment(StopTime = 1));
end RelaySlides;
//: run
//: exit 3
//: says x > 0
//: says --at-sliding
//: says number 0.5 +- 1e-5
//: run --at-sliding filippov
//: x = 0 +- 1e-8
