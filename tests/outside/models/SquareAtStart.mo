//: done stop=0.5
model SquareAtStart "A square that an alias chain reads, exact at the start"
  parameter Real m1 = 1, m2 = 1;
  Real x1(start = 1), y1(start = 1);
  Real x2(start = 2), y2(start = 1);
  Real mu[3];
  Real qs2;
  Real qa3, qb3, qc3;
equation
  (y1 - y2) = (0) + (qb3 + qs2);
  qb3 - 2*qa3 = 0;
  qc3 = qb3;
  0 = (x2^2) - qs2;
  der(y1) = der(0);
  m1*der(der(x1)) + mu[3] = 0;
  m1*der(der(y1)) + mu[2] = 0;
  m2*der(der(x2)) + (2*x2)*mu[1] = 0;
  m2*der(der(y2)) = 0;
  qa3 = 0;
  x1 = 0;
end SquareAtStart;
