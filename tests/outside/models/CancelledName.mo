//: ambient=first-order stop=0.06 points=7
model CancelledName "A name whose formula holds itself in terms that cancel, and events"
  Real x(start = 0, fixed = true), y(start = 0, fixed = true), a, b, c;
  Integer n(start = 0, fixed = true);
equation
  der(c) = der(a*b + x);
  1e-7*(-a) + 2.718281828*(c) = 1e-7*(-x) + 2.718281828*(a*b + x);
  b = -a*1.5022275;
  c = a*b + x;
  der(a) = if x >= 0 then 1 else -1;
  der(y) = if time > 0 then n else 100;
  when {initial(), x > pre(n)} then
    n = pre(n) + 1;
  end when;
end CancelledName;
