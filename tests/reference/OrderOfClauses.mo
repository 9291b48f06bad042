model OrderOfClauses "A till: three clauses and an equation act in one instant, and are written in an order in which they cannot be executed"
  parameter Real price = 2.5, rebate = 0.1;
  Real t(start = 0, fixed = true);
  discrete Real cash(start = 0, fixed = true), due(start = 0, fixed = true);
  Integer sold(start = 0, fixed = true), dozens(start = 0, fixed = true);
  Boolean cheap = sold > 2;
equation
  der(t) = 1;
  when sample(1, 1) then
    cash = pre(cash) + due;
  end when;
  when sample(1, 1) then
    due = if cheap then (1 - rebate)*price else price;
    dozens = div(sold, 12);
  end when;
  when sample(1, 1) then
    sold = pre(sold) + 1;
  end when;
end OrderOfClauses;
// Equations of one instant hold together: the first two pieces are sold at the full price, the third and the following with the rebate.
//: --stop 12.5
//: sold = 12
//: dozens = 1
//: due = 2.25 +- 1e-12
//: cash = 27.5 +- 1e-12
//: events = 12
