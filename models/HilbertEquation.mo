model HilbertEquation "One equation for two functions: a solution once one of them is given"
  // Tuomela, Arponen 2000, Remark 3.1: y1' = (y2'')^2 alone is underdetermined, a solution passes through every point in every direction
  // that the equation allows. Hilbert's example because its general solution cannot be written with one arbitrary function and finitely
  // many of its derivatives, without an integral. Here y2 is given where 'given' is true, and y1 is that integral.
  parameter Boolean given = true;
  Real y1(start = 0, fixed = true), y2;
equation
  der(y1) = der(der(y2))^2;
  if given then
    y2 = sin(time);
  end if;
  annotation(experiment(StopTime = 10, Tolerance = 1e-10));
end HilbertEquation;
// t/2 - sin(2 t)/4.
//: y1 = 4.77176368731810 +- 1e-8
//: index = 2
//: dof = 1
