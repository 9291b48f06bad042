// homotopy in an array of components: x^3 + x = 2 and 10, from x = 2 and 10; and guesses by parameters, where x^2 = 4 has two solutions.
model HomotopyInArray
  model Cubic
    parameter Real a = 1;
    Real x(start = 0);
  equation
    homotopy(x^3 + x - a, x - a) = time;
  end Cubic;
  model Square
    parameter Real s = 1;
    Real x(start = s);
  equation
    x^2 = 4;
  end Square;
  Cubic c[2](a = {1, 9});
  Square p, m(s = -1), q(x(start = -3));
end HomotopyInArray;
//: --rtol 1e-10 --stop 1
//: c[1].x = 1 +- 1e-12
//: c[2].x = 2 +- 1e-12
//: p.x = 2 +- 1e-12
//: m.x = -2 +- 1e-12
//: q.x = -2 +- 1e-12
