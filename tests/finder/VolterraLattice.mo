//: degree 3, independent 3
//: integral the sum of a[i], of their logarithms, and of products of those that are not neighbours
model VolterraLattice
  Real a[5](start={1,0.7,1.3,0.4,0.9});
equation
  for i in 1:5 loop
    der(a[i]) = a[i]*(a[mod(i,5)+1] - a[mod(i+3,5)+1]);
  end for;
end VolterraLattice;
