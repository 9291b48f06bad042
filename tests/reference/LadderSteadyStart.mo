model LadderSteadyStart "RC ladder that starts at rest: initial equations for a vector, aliases, parameters in any order"
  type Voltage = Real(unit = "V", nominal = 10);
  type Row = Voltage[N];
  parameter Real tau = R*C "used before R and C are known";
  parameter Real R = 2*half, C = 0.1/half;
  parameter Real half = 0.5;
  parameter Integer N = 2 + 1;
  Row v;
  Voltage source = 10 + 4*sin(3*time);
initial equation
  der(v) = zeros(N);
equation
  for i in 1:N loop
    tau*der(v[i]) = (if i == 1 then source - v[1] else v[i - 1] - v[i]) + (if i == N then 0 else v[i + 1] - v[i]);
  end for;
end LadderSteadyStart;
// Steady at 10 V in every node; then the answer to 4 sin(3 t), from the exponential of the matrix that contains the oscillator.
//: --rtol 1e-11 --stop 2
//: v[1] = 8.42820598230935 +- 1e-8
//: v[2] = 8.81971591921780 +- 1e-8
//: v[3] = 9.19957147795749 +- 1e-8
