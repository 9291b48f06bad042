model M
  parameter Integer n = 3;
  Real x[n](start = {1, 2, 3}, each fixed = true);
equation
  der(x) = -x;
end M;
----
involute analyze MODEL
----
status 0
3 equations, 3 unknowns
(der(x) = -x)[2]
x[1]
x[3]  3
====
model M
  Real A[2,2](start = [1, 2; 3, 4], each fixed = true);
equation
  der(A) = transpose(A);
end M;
----
involute analyze MODEL
----
status 0
(der(A) = transpose(A))[2,1]
A[1,2]  2
A[2,1]  3
====
model M
  Real x[4];
equation
  der(x[1]) = 1;
  for i in 2:4 loop
    der(x[i]) = x[i-1];
  end for;
end M;
----
involute analyze MODEL
----
status 0
der(x[2]) = x[2-1]
der(x[4]) = x[4-1]
====
model M
  Real x[2, 3];
equation
  for i in 1:2, j in 1:3 loop
    der(x[i, j]) = i + j;
  end for;
end M;
----
involute analyze MODEL
----
status 0
der(x[1, 1]) = 1 + 1
der(x[2, 3]) = 2 + 3
====
model M
  Real x[2, 3];
equation
  for i in 1:size(x, 1) loop
    for j in {1, 3, 2} loop
      der(x[i, j]) = i - j;
    end for;
  end for;
end M;
----
involute analyze MODEL
----
status 0
6 equations, 6 unknowns
der(x[1, 3]) = 1 - 3
der(x[2, 2]) = 2 - 2
====
model M
  type Color = enumeration(red, green);
  Real x[2];
equation
  for c in Color loop
    der(x[c]) = Integer(c);
  end for;
end M;
----
involute analyze MODEL
----
status 0
2 equations, 2 unknowns
====
model M
  type Vec = Real[3](each start = 2, each unit = "m");
  Vec x[2](each fixed = true);
equation
  der(x) = zeros(2, 3);
end M;
----
involute analyze MODEL
----
status 0
x[2,3]  2
====
model M
  Real[2] x[3];
equation
  der(x) = fill(1, 3, 2);
end M;
----
involute analyze MODEL
----
status 0
x[3,2]
====
model M
  parameter Real t[:] = {1, 2, 3};
  constant Integer k[:] = 1:4;
  Real x[size(t, 1)], y[size(k, 1)];
equation
  der(x) = t;
  der(y) = k;
end M;
----
involute analyze MODEL
----
status 0
7 equations
====
model M
  parameter Integer n = m + 1;
  parameter Integer m = 2;
  Real x[n];
equation
  der(x) = ones(n);
end M;
----
involute analyze MODEL
----
status 0
x[3]
====
model M
  Real x[3](min = {0, 0, 0}, max = {1, 2, 3}, nominal = {1, 10, 100});
equation
  der(x) = {1, 2, 3};
end M;
----
involute check MODEL
----
status 0
well formed
====
model M
  Real x[0];
  Real y;
equation
  der(y) = sum(x);
end M;
----
involute check MODEL
----
status 0
well formed
====
model M
  Real x[3] = {time, 2*time, 3*time};
  Real y;
equation
  der(y) = x[end];
end M;
----
involute analyze MODEL
----
status 0
(x = {time, 2*time, 3*time})[2]
====
model M
  parameter Real p[2, 2] = [1, 2; 3, 4];
  Real x(start = 1, fixed = true);
equation
  der(x) = p[1, 2]*x;
end M;
----
involute run MODEL --set "p[1,2]=1" --stop 1
----
status 0
x  2.7
====
model M
  parameter Real p[2] = {1, 2};
  Real x[2](each start = 1, each fixed = true);
equation
  der(x) = p .* x;
end M;
----
involute run MODEL --set "p={0,0}" --set "x[2]=5" --stop 1
----
status 0
x[1]  1
x[2]  5
====
model M
  parameter Integer n = 2;
  Real x[n];
equation
  der(x) = ones(n);
end M;
----
involute run MODEL --set n=3
----
status 2
error: 'n' cannot be set: it determined sizes, subscripts, branches or tables when the model was read; change it in the model
====
model M
  parameter Real p[2] = {1, 2};
  Real x;
equation
  der(x) = p[1];
end M;
----
involute run MODEL --set "p[3]=1"
----
status 2
error: subscript 1 of 'p' is 3, outside of 1:2
====
model M
  parameter Real p[2] = {1, 2};
  Real x;
equation
  der(x) = p[1];
end M;
----
involute run MODEL --set "p={1,2,3}"
----
status 2
the size is [2], found [3]
====
model M
  Real x[2](start = {1, 2, 3});
equation
  der(x) = {1, 2};
end M;
----
involute check MODEL
----
status 1
model.mo:2:21: error: the attribute 'start' of 'x' has the size [3], but 'x' has [2]
====
model M
  Real x[2](start = 1);
equation
  der(x) = {1, 2};
end M;
----
involute check MODEL
----
status 1
model.mo:2:21: error: the attribute 'start' of 'x' is a scalar, but 'x' is an array [2]; write 'each', or give an array
====
model M
  Real x[2];
equation
  der(x) = {1, 2, 3};
end M;
----
involute check MODEL
----
status 1
model.mo:4:3: error: the left side of this equation is an array [2] and the right side an array [3]
====
model M
  Real x[2];
equation
  der(x) = 1;
end M;
----
involute check MODEL
----
status 1
the left side of this equation is an array [2] and the right side a scalar
====
model M
  Real x[2];
equation
  der(x[3]) = 1;
end M;
----
involute check MODEL
----
status 1
model.mo:4:9: error: subscript 1 of 'x' is 3, outside of 1:2
====
model M
  Real x[2];
equation
  for i in 1:3 loop
    der(x[i]) = 1;
  end for;
end M;
----
involute check MODEL
----
status 1
subscript 1 of 'x' is 3, outside of 1:2
====
model M
  Real x[-1];
  Real y;
equation
  der(y) = 1;
end M;
----
involute check MODEL
----
status 1
model.mo:2:10: error: dimension 1 of 'x' has the size -1
====
model M
  Real x[y];
  Real y;
equation
  der(y) = 1;
end M;
----
involute check MODEL
----
status 1
model.mo:2:10: error: the size of 'x' must be Integer, found Real
====
model M
  Integer k;
  Real x[k];
  Real y;
equation
  der(y) = 1;
  k = 1;
end M;
----
involute check MODEL
----
status 1
the size of 'x' must be known when the model is read: a constant or a parameter with a value, but 'k' changes with time
====
model M
  parameter Integer n;
  Real x[n];
equation
  der(x) = zeros(n);
end M;
----
involute check MODEL
----
status 1
the size of 'x' must be known when the model is read
====
model M
  parameter Integer n = m;
  parameter Integer m = n;
  Real x[n];
equation
  der(x) = zeros(n);
end M;
----
involute check MODEL
----
status 1
the size of 'x' must be known when the model is read
====
model M
  parameter Real p[size(p, 1)] = {1};
  Real x;
equation
  der(x) = 1;
end M;
----
involute check MODEL
----
status 1
the size of 'p' depends on itself
====
model M
  Real x[:];
equation
  der(x) = {1};
end M;
----
involute check MODEL
----
status 1
model.mo:2:10: error: the size ':' of 'x' needs a value to take it from
====
model M
  Real x[100000, 100000];
equation
  der(x) = x;
end M;
----
involute check MODEL
----
status 1
'x' is an array [100000, 100000] with more than 4000000 elements
====
model M
  Real x;
equation
  der(x) = {1, 2} + 3;
end M;
----
involute check MODEL
----
status 1
'+' cannot combine [2] and a scalar; '.+' adds a scalar to each element
====
model M
  Real x;
equation
  for i in x loop
    der(x) = i;
  end for;
end M;
----
involute check MODEL
----
status 1
a loop needs a range such as 1:n or an array with one dimension, found a scalar
====
model M
  Real x;
equation
  for i loop
    der(x) = 1;
  end for;
end M;
----
involute check MODEL
----
status 1
'i' has no range and is not a subscript in the loop; write 'for i in 1:n'
====
model M
  Real x;
equation
  for i in 1:2 loop
    der(x) = 1;
end M;
----
involute check MODEL
----
status 1
has no 'end for'
====
model M
  Real x;
equation
  der(x) = [1, 2;
end M;
----
involute check MODEL
----
status 1
expected an expression
====
model M
  Real x[2;
equation
  der(x) = 1;
end M;
----
involute check MODEL
----
status 1
expected ']' after the sizes
====
model M
  Real x[2];
equation
  der(x[1) = 1;
end M;
----
involute check MODEL
----
status 1
expected ']' after the subscripts
====
model M
  Real x;
equation
  der(x) = end;
end M;
----
involute check MODEL
----
status 1
expected an expression after '=', found 'end'
====
model M
  Real x[2] = {1, 2, 3};
equation
  
end M;
----
involute check MODEL
----
status 1
the value of 'x' has the size [3], but 'x' has [2]
====
model M
  Boolean b[2];
  Real x;
equation
  der(x) = if b then 1 else 2;
  b = {true, false};
end M;
----
involute check MODEL
----
status 1
the condition of 'if' must be one Boolean, found an array [2]
====
model M
  Real x;
equation
  der(x) = (1, 2);
end M;
----
involute check MODEL
----
status 1
a list of results is allowed only on the left side of a call
====
model M
  Real x;
equation
  der(x) = x(:);
end M;
----
involute check MODEL
----
status 1
expected an expression
====
// subscripts of what is one number
model M
  Real x, y = (x + 1)[1], z = x[1], w = (time)[2, 3];
end M;
----
involute check MODEL
----
status 1
model.mo:3:15: error: '(x + 1)' is a scalar and has too many subscripts: 1
model.mo:3:31: error: 'x' is a scalar and has too many subscripts: 1
model.mo:3:41: error: '(time)' is a scalar and has too many subscripts: 2
====
model M
  type E = enumeration(a, b, c);
  Real x[2] = {1, 2}, z[3] = {1, 2, 3};
  E e = if time > 0.5 then E.c else E.a;
  Boolean b = time > 0.5;
  Real y = x[e], w = z[b];
end M;
----
involute check MODEL
----
status 1
model.mo:6:14: error: a subscript of type enumeration E has 3 values, but the array has the size 2 here; declare the array with this type as its size
model.mo:6:24: error: a subscript of type Boolean has 2 values, but the array has the size 3 here
====
// What is summed may be an array, as in forces between bodies; all terms have one shape.
model Sums
  Real x[3], y[2], z[2,2], w;
equation
  x = {1, 2, 4}*time;
  y = sum({x[i], 10*x[i]} for i in 1:3);
  z = sum((if i == j then zeros(2, 2) else x[i]*{{1, 0}, {0, j}}) for i in 1:3, j in 1:2);
  w = sum(x[1:i]*ones(i) for i in 1:3);
end Sums;
----
involute run MODEL --stop 1 --points 1 --output - --quiet
----
status 0
"z[1,1]","z[1,2]","z[2,1]","z[2,2]",w
1,1,2,4,7,70,11,0,0,16,11
====
model Shapes
  Real x[3] = {1, 2, 4}, y;
equation
  y = sum(x[1:i] for i in 1:3);
end Shapes;
----
involute check MODEL
----
status 1
model.mo:4:11: error: the expression before 'for' has the shape [2] here, and [1] before
