// 8.6: an initial algorithm gives a state and a Boolean together.
model InitialAlgorithmState
  Boolean up;
  Real x;
initial algorithm
  x := 3;
  up := x > 2;
equation
  der(x) = if up then 1 else -1;
  when x > 3.5 then
    up = false;
  end when;
  annotation(experiment(StopTime = 1, Tolerance = 1e-9));
end InitialAlgorithmState;
// up from 3 to 3.5 in 0.5, then down for 0.5
//: x = 3 +- 1e-7
//: up = 0
