//: done stop=0.02
model TensionAndRod "A rod as long as the tension of another one tells it"
  parameter Integer P = 2;
  parameter Real c = 1, g = 1;
  Real x[P](each start = 0.02, each fixed = true), y[P](each start = 1), l[P];
equation
  x[1]^2 + y[1]^2 = 1;
  for i in 1:P loop
    der(der(x[i])) = -l[i]*x[i];
    der(der(y[i])) = -l[i]-y[i];
  end for;
  for i in 2:P loop
    x[i]^2 + y[i]^2 = (1 + c*l[i - 1])^2;
  end for;
end TensionAndRod;
