model OutputPole "An output with a pole that is cut off beside it, and that nothing reads"
  Real x(start = 1001, fixed = true), y(start = 1, fixed = true), L;
equation
  der(x) = -500 - y;
  der(y) = -1e4*(y - cos(time));
  L = noEvent(if abs(x) > 1e-14 then abs(3/x) else abs(3/1e-14));
end OutputPole;
// Steps need not end where L has its kinks, two of which are closer than two times can be: with them it takes 33.
//: --method radau2a5 --max-steps 25 --stop 3
//: x = -499.14131900589734 +- 1e-6
//: y = -0.9899783746998556 +- 1e-6
//: events = 0
