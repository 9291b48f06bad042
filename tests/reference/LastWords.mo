model LastWords "What is written down at the very end, and at a mark on the way, in one algorithm section"
  Real x(start = 1, fixed = true), area(start = 0, fixed = true);
  discrete Real mean(start = 0, fixed = true), half(start = 0, fixed = true);
equation
  der(x) = -x;
  der(area) = x;
algorithm
  when x < 0.5 then
    half := time;
  end when;
  when terminal() then
    mean := area/time;
  end when;
end LastWords;
// x = exp(-t): half at ln 2, mean (1 - exp(-2))/2.
//: --rtol 1e-10 --stop 2
//: half = 0.693147180559945 +- 1e-9
//: mean = 0.432332358381694 +- 1e-9
//: events = 1
