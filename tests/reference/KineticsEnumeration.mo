model KineticsEnumeration "Reactions of order zero, one and two: an enumeration chooses the law"
  type Order = enumeration(zero "constant rate", first, second);
  parameter Order order[3] = {Order.zero, Order.first, Order.second};
  parameter Order alone = Order.second annotation(Evaluate = true);
  parameter Real k = 0.5;
  Real c[3](each start = 2, each fixed = true);
  Real d(start = 1, fixed = true);
equation
  for i in 1:3 loop
    der(c[i]) = if order[i] == Order.zero then -k elseif order[i] == Order.first then -k*c[i] else -k*c[i]^2;
  end for;
  if alone == Order.zero then
    der(d) = -k;
  elseif alone < Order.second then
    der(d) = -k*d;
  else
    der(d) = -k*d^2;
  end if;
end KineticsEnumeration;
// 2 - k t, 2 exp(-k t), 1/(1/2 + k t), and 1/(1 + k t).
//: --rtol 1e-11 --stop 3
//: c[1] = 0.5 +- 1e-9
//: c[2] = 0.446260320296860 +- 1e-9
//: c[3] = 0.5 +- 1e-9
//: d = 0.4 +- 1e-9
//: events = 0
