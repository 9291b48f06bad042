// Bubble sort of unknowns in a function, with a while that depends on them: sin(4.2), cos(3.5) and 0.1 at the end.
model SortedUnknowns
  function sort
    input Real x[:];
    output Real y[size(x, 1)];
  protected
    Boolean again;
    Real h;
  algorithm
    y := x;
    again := true;
    while again loop
      again := false;
      for i in 1:size(x, 1) - 1 loop
        if y[i] > y[i + 1] then
          h := y[i];
          y[i] := y[i + 1];
          y[i + 1] := h;
          again := true;
        end if;
      end for;
    end while;
  end sort;
  Real s[3] = sort({sin(6*time), cos(5*time), 0.1});
end SortedUnknowns;
//: --stop 0.7
//: s[1] = -0.936456687290796 +- 1e-12
//: s[2] = -0.871575772413588 +- 1e-12
//: s[3] = 0.1 +- 1e-12
