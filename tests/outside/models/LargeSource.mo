//: stop=0.02
model LargeSource "Capacitors between three nodes, a large current into one of them: rows of ordinary size beside it"
  parameter Real C12 = 1, C23 = 2, R1 = 1, R3 = 4;
  Real e1(start = 1, fixed = true), e2(start = 1, fixed = true), e3, probe;
equation
  probe = e3;
  C12*(der(e1) - der(e2)) + e1/R1 = sin(time);
  C12*(der(e2) - der(e1)) + C23*(der(e2) - der(e3)) + e2 = 0;
  C23*(der(probe) - der(e1)) + e3/R3 = 123456.789;
end LargeSource;
