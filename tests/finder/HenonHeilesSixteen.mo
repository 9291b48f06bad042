//: degree 6, independent 2
//: integral (der(x)^2 + der(y)^2)/2 + (a*x^2 + 16*a*y^2)/2 + x^2*y + 16*y^3/3
//: integral 3*vx^4 + 6*(a + 2*y)*x^2*vx^2 - 4*x^3*vx*vy - 4*x^4*(a*y + y^2) + 3*a^2*x^4 - 2/3*x^6: Grammaticos, Dorizzi and Padjen (1982)
model HenonHeilesSixteen "The third integrable case: ratio 16, frequencies 1 and 16"
  parameter Real a = 1;
  Real x(start = 0.1, fixed = true), y(start = 0.2, fixed = true);
  Real vx(start = 0.3, fixed = true), vy(start = 0, fixed = true);
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = -a*x - 2*x*y;
  der(vy) = -16*a*y - x^2 - 16*y^2;
end HenonHeilesSixteen;
