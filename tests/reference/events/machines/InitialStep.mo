// 8.6: steps as in a function chart: a step is active if it was made so in the sweep before; initial equations choose the first.
// A for 1, B for 0.5, C for 0.25, again. B is active in 1 - 1.5 and 2.75 - 3.25.
model InitialStep
  Boolean A, B, C, nextA, nextB, nextC, leaveA, leaveB, leaveC;
  discrete Real entered(start = 0, fixed = true);
  Integer rounds(start = 0, fixed = true);
  Real x(start = 0, fixed = true);
initial equation
  pre(nextA) = true;
  pre(nextB) = false;
  pre(nextC) = false;
equation
  A = pre(nextA);
  B = pre(nextB);
  C = pre(nextC);
  leaveA = A and time >= entered + 1;
  leaveB = B and time >= entered + 0.5;
  leaveC = C and time >= entered + 0.25;
  nextA = leaveC or A and not leaveA;
  nextB = leaveA or B and not leaveB;
  nextC = leaveB or C and not leaveC;
  when {A, B, C} then
    entered = time;
  end when;
  when A then
    rounds = pre(rounds) + 1;
  end when;
  der(x) = if B then 1 else 0;
  annotation(experiment(StopTime = 4));
end InitialStep;
//: x = 1 +- 1e-7
//: rounds = 2
//: entered = 3.5 +- 1e-12
//: A = 1
