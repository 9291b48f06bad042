//: stop=6.6 points=200 rtol=1e-6 done
model PulseAtRow "A stroke of 0.002 that an output time meets, and no step does"
  Real v(start = 0, fixed = true), x(start = 0, fixed = true), y(start = 1, fixed = true);
equation
  der(v) = if abs(time - 3.3) < 1e-3 then 1 else 0;
  der(x) = y;
  der(y) = -x;
end PulseAtRow;
