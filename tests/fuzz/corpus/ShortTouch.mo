model ShortTouch "A wall that is touched for a moment between two steps is not missed"
  // x = sin(t) reaches 0.99999 for 9 ms around pi/2; while beyond, y grows at rate 1.
  Real x(start = 0, fixed = true), v(start = 1, fixed = true), y(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -x;
  der(y) = if x > 0.99999 then 1 else 0;
end ShortTouch;
//: --rtol 1e-6 --stop 3
//: y = 0.0089442793635555 +- 1e-5
//: events = 2
