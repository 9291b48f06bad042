model SampledController "A proportional-integral controller on a computer: the control changes at sampling instants only"
  parameter Real K = 0.8, Ti = 2, T = 0.25 "sampling period", r = 1 "reference";
  Real x(start = 0, fixed = true);
  discrete Real u(start = 0, fixed = true), sum(start = 0, fixed = true);
equation
  der(x) = u - x;
  when sample(T, T) then
    u = K*(r - x) + sum;
    sum = pre(sum) + T*(r - x)/Ti;
  end when;
end SampledController;
// The two equations of the when clause are written in the order in which they cannot be executed. Exact recursion: x(k+1) = exp(-T) x(k) + (1 - exp(-T)) u(k).
//: --rtol 1e-10 --stop 3.1
//: x = 0.79113572477701 +- 1e-9
//: u = 0.866826862884507 +- 1e-9
//: sum = 0.69336703751815 +- 1e-9
//: events = 12
