model NearestRoots "Newton's first steps would be -1256, -700 and -610: the roots next to the guesses are meant"
  Real x(start = 1.57), angle(start = 300, nominal = 100), z(start = 20);
equation
  sin(x) = 0.5*time;
  cos(angle/100) = 0.3*time;
  atan(z) = 0.5*time;
end NearestRoots;
// asin(0.5), 100 acos(0.3), tan(0.5)
//: x = 0.5235987755982989 +- 1e-9
//: angle = 126.61036727794992 +- 1e-5
//: z = 0.5463024898437905 +- 1e-7
