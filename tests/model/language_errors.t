model M
  Real x[2] = vector([1, 2; 3, 4]);
end M;
----
involute check MODEL
----
status 1
error: 'vector' takes an array with at most one dimension longer than 1, found [2, 2]
====
model M
  Real x[2,2] = matrix(fill(1, 2, 2, 3));
end M;
----
involute check MODEL
----
status 1
error: 'matrix' takes an array in which all dimensions after the second have size 1, found [2, 2, 3]
====
model M
  Real x = scalar({1, 2});
end M;
----
involute check MODEL
----
status 1
error: 'scalar' takes an array with one element, found [2]
====
model M
  parameter Real p(min = 1) = 0.5;
  Real x = p;
end M;
----
involute check MODEL
----
status 1
error: 'p' = 0.5 is less than its min = 1
====
model M
  parameter Real p = 1 annotation(__involute(invariant = true));
  Real x = p;
end M;
----
involute check MODEL
----
status 1
only variables can be invariants or constraints
====
model M
  parameter String s = 3;
  Real x = 1;
end M;
----
involute check MODEL
----
status 1
error: the value of 's' must be String, found Integer
====
model M
  Boolean b;
  Real x = if b then 1 else 2;
end M;
----
involute check MODEL
----
status 1
error: 'b' is Boolean and changes at events only, but no equation or 'when' gives it a value
====
model M
  record R
    Real a;
  end R;
  R r;
algorithm
  r.b := 1;
end M;
----
involute check MODEL
----
status 1
has no field 'b'
====
model M
  function f
    input Real u;
    output Real y;
    Real u;
  algorithm
    y := u;
  end f;
  Real x = f(1);
end M;
----
involute check MODEL
----
status 1
error: 'u' is declared twice, first on line 3
====
model M
  record R
    Real a;
  end R;
  type T = R(a = 1);
  T t;
equation
  t.a = 1;
end M;
----
involute check MODEL
----
status 1
error: a type that changes a record is not supported
====
model M
  Real x[3000, 3000];
equation
  x = fill(1.0, 3000, 3000);
end M;
----
involute check MODEL
----
status 1
more than 4000000 elements
====
model M
  Real a, b;
equation
  (a, b) = 3;
end M;
----
involute check MODEL
----
status 1
error: a list of results needs a function call on the right side: (a, b) = f(x)
====
model M
  function f
    input Real u;
    output Real y;
  algorithm
    y := u;
  end f;
  Real a, b, c;
algorithm
  (a, b, c) := f(1);
end M;
----
involute check MODEL
----
status 1
error: 'f' has 1 results, not 3
====
model M
  Real x[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1];
equation
  x[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1] = 1;
end M;
----
involute check MODEL
----
status 1
error: an array has at most 16 dimensions
====
model M
  Real x = noEvent("a");
end M;
----
involute check MODEL
----
status 1
error: 'noEvent' takes a number or a condition, found String
====
model M
  Integer n(start = 0);
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
  n = x;
end M;
----
involute check MODEL
----
status 1
changes at events only, but no equation
====
model M
  Real x;
equation
  x = sum({i for i in 1:5000000});
end M;
----
involute check MODEL
----
status 1
error: this range has 5000000 numbers, more than 4000000
====
model M
  Real a, b;
equation
  a = 1;
  b = 2;
algorithm
  (a, b) := 3;
end M;
----
involute check MODEL
----
status 1
error: a list of results needs a function call on the right side: (a, b) := f(x)
====
model M
  Real x = sum(fill(1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1));
end M;
----
involute check MODEL
----
status 1
error: an array has at most 16 dimensions
====
model M
  Real x = sum(fill(1.0, 3000, 1)*fill(1.0, 1, 3000));
end M;
----
involute check MODEL
----
status 1
error: this product has more than 4000000 elements
====
model M
  Real x = sum({0 for i in 1:3000, j in 1:3000});
end M;
----
involute check MODEL
----
status 1
error: the loops, calls and arrays of this model take more than 5e+07 steps
====
model M
  function f
    input Real u;
    output Real y;
  protected
    Real w[3000, 3000];
  algorithm
    y := u;
  end f;
  Real x = f(1);
end M;
----
involute check MODEL
----
status 1
has more than 4000000 elements
====
model M
  type T = Real[1,1,1,1,1,1,1,1,1];
  T x[1,1,1,1,1,1,1,1];
equation
  sum(x) = 1;
end M;
----
involute check MODEL
----
status 1
error: an array has at most 16 dimensions
====
// a discrete variable of the wrong type; one that nothing gives a value
model M
  Integer n, k;
  Real x(start = 0, fixed = true);
  discrete Real d;
  Boolean b;
equation
  der(x) = 1;
  n = 1.5*time;
initial equation
  k = 2.5;
end M;
----
involute check MODEL; sed '/1.5/d; /2.5/d; s/^initial.*//' MODEL >other.mo; involute check other.mo
----
status 1
model.mo:9:3: error: 'n' is Integer and cannot be Real
model.mo:11:3: error: 'k' is Integer and cannot be Real
other.mo:3:11: error: 'n' is Integer and changes at events only, but no equation or 'when' gives it a value; declare a fixed value with 'parameter'
other.mo:3:14: error: 'k' is Integer
other.mo:5:17: error: 'd' is discrete and changes at events only
other.mo:6:11: error: 'b' is Boolean
====
// several results in 'when'
model M
  Integer a, b;
equation
  when time > 0.5 then
    (a, b) = 3;
  end when;
end M;
----
involute check MODEL
----
status 1
model.mo:6:5: error: a list of results needs a function call on the right side: (a, b) = f(x)
====
// fields that are not there, as targets
model M
  record R
    Real x;
  end R;
  R r[2];
  Real y;
algorithm
  r[1].z := 1;
  r[2].x := 2;
  y.z := 3;
  r.q := {1, 2};
equation
  when time > 0.5 then
    reinit(r[1].w, 0);
  end when;
end M;
----
involute check MODEL
----
status 1
model.mo:15:12: error: 'r' has no field 'w'
model.mo:9:3: error: 'r' has no field 'z'
model.mo:11:3: error: 'y' is a variable and has no parts
model.mo:12:3: error: 'r' is a record R, which has no field 'q'
====
// 'when' in the wrong places of algorithms
model M
  Real x(start = 0, fixed = true);
  parameter Real p(fixed = false);
  function f
    input Real x;
    output Real y = 0;
  algorithm
    when x > 0 then
      y := 1;
    end when;
  end f;
  Real y = f(x);
  discrete Real d;
equation
  der(x) = 1;
initial algorithm
  when time > 0.5 then
    p := 1;
  end when;
algorithm
  if x > 0.5 then
    when time > 0.5 then
      d := 1;
    end when;
  end if;
  when time > 0.5 then
    when time > 0.7 then
      d := 1;
    end when;
  end when;
end M;
----
involute check MODEL
----
status 1
model.mo:9:5: error: 'when' is not allowed inside a function
model.mo:18:3: error: 'when' is not allowed inside an initial algorithm
model.mo:23:5: error: 'when' is not allowed inside an 'if' whose condition is not constant
model.mo:28:5: error: 'when' is not allowed inside 'when'
====
// a tuple, and 'end' where the range of a loop is looked for
model M
  Real v[3] = {1, 2, 3};
  Real x = (1, 2);
  Real y = sum(v[({1, end})[i]] for i);
  Real z = v[(1):(end - 1)] * {1, 1};
end M;
----
involute check MODEL
----
status 1
model.mo:4:12: error: a list of results is allowed only on the left side of a call: (a, b) = f(x)
model.mo:5:23: error: 'end' is not known while the range of a loop is inferred; write the range: 'for i in 1:n'
!model.mo:6
====
// numbers and shapes of operands
model M
  Real v[3] = {1, 2, 3}, A[2, 2] = [1, 2; 3, 4];
  Real a = sum(cat(3, v, v));
  Real b = sum(zeros());
  Real c = sin(i for i in 1:2);
  Real d = max(i for i in 2:1);
  Real e = semiLinear(v, 1, 2);
  Real f = sum(if time < 1 then v else {1, 2});
  Real g = sum(v .* {1, 2});
  parameter String s = "a" + 1;
end M;
----
involute check MODEL
----
status 1
model.mo:4:16: error: 'cat' cannot concatenate along dimension 3 of [3]
model.mo:5:16: error: 'zeros' takes at least 1 arguments, found 0
model.mo:6:12: error: 'sin' cannot be used with 'for'; sum, product, min and max can
model.mo:7:12: error: 'max' of an empty list has no value
model.mo:8:23: error: the argument of 'semiLinear' must be one number, found an array [3]
model.mo:9:33: error: the branches of 'if' have different sizes: [3] and [2]
model.mo:10:16: error: '.*' cannot combine arrays of the sizes [3] and [2]
model.mo:11:30: error: '+' cannot concatenate a String with Integer
====
model M
  Real v[3] = {1, 2, 3}, A[2, 2] = [1, 2; 3, 4];
  Real a[2] = A*v;
  Real b = 1/v;
  Real c[2, 2] = A^1.5;
  Boolean d = v < v;
  Real e = size(zeros(2^40), 1);
  Real f = homotopy(actual = 1, actual = 2);
  Real g[Integer(1)];
  Real h = 1 @x;
end M;
----
involute check MODEL; sed '/@x/d' MODEL >rest.mo; involute check rest.mo
----
status 1
model.mo:10:15: error: expected a number after '@', found 'x'
rest.mo:9:10: error: 'Integer' takes an enumeration value, found Integer
rest.mo:3:15: error: '*' cannot multiply arrays of the sizes [2, 2] and [3]: the columns of the first (2) must be the rows of the second (3); '.*' multiplies element by element
rest.mo:4:12: error: '/' cannot divide by an array [3]; './' divides element by element
rest.mo:5:18: error: '^' of an array [2, 2]: the array must be square and the exponent an Integer from 0 to 1000
rest.mo:6:15: error: '<' compares numbers, found arrays: [3] and [3]
rest.mo:7:23: error: a size must be Integer, found Real
rest.mo:8:42: error: 'homotopy' takes (actual, simplified), found 'actual'
====
// arguments of functions and records
model M
  function f
    input Real a, b;
    output Real y = a + b;
  algorithm
  end f;
  record R
    Real x, y;
  end R;
  Real a = f(b = 1, 2);
  Real b = f(1);
  R r = R(1);
  Real c = size(zeros(2000000000 + 2000000000), 1);
  annotation(__involute(solver(method)));
end M;
----
involute check MODEL
----
status 1
model.mo:11:21: error: positional arguments must precede named arguments
model.mo:12:12: error: 'f' needs a value for its input 'b'
model.mo:13:9: error: the record 'R' needs a value for 'y'
model.mo:14:23: error: a size is 4e+09: too large
model.mo:15:32: error: the entry 'method' needs a value: method = ...
====
// a zero byte in the text
----
printf 'model M\n  Real\0x;\nend M;\n' >zero.mo; involute check zero.mo
----
status 1
zero.mo:2:7: error: the text contains a zero byte; is this a model file?
====
// a parameter without a value but with a start value has that one, and a note says so
model M
  parameter Real p(start = 3);
  Real x = p;
end M;
----
involute run MODEL --stop 0
----
status 0
model.mo:3:18: note: the parameter 'p' has no value; its start value is used
  x      3
====
// --set: what cannot be set, and to what
model M
  parameter Real p = 1;
  constant Real c = 2;
  final parameter Real f = 3;
  type E = enumeration(a, b);
  Real x(start = 0, fixed = true);
equation
  der(x) = p;
end M;
----
for s in p=true p=x p=1/0 c=1 f=1 E=1 p p=nan p=1:2 p=1+ 'p=1 2' =1 q=1 p=q; do involute run MODEL --set "$s"; done
----
status 2
error: 'p=true': 'p' is Real, found Boolean
error: 'p=x': the value must be constant
error: 'p=1/0': the value must be finite, found inf
error: 'c' is a constant and cannot be set
error: 'f' is final and cannot be set
error: 'E' is a type; only parameters, inputs and start values can be set
error: expected name=value, found 'p'
error: 'p=nan': 'nan' is not a finite number
error: 'p=1:2': the size is a scalar, found [2]
error: expected an expression after '+', found the end of the text
error: 'p=1+' cannot be set
error: expected the end of the expression, found '2'
error: 'p=1 2' cannot be set
error: expected name=value, found '=1'
error: there is no parameter or variable 'q'
error: unknown name 'q'
error: 'p=q' cannot be set
====
// ranges of what has no order, fields of what has none, targets that are no variables
model M
  type E = enumeration(a, b);
  parameter String s = "s";
  Real v[2] = {1, 2}, x, y;
  Real a = sum("a":"b"), b = sum(v:3), c = {1, 2}.z, d = (x + 1).z;
algorithm
  E := 1;
  s := "t";
  x + 1 := 2;
end M;
----
involute check MODEL
----
status 1
model.mo:6:16: error: a range must consist of numbers, found String
model.mo:6:34: error: a range must consist of numbers, found an array
model.mo:6:44: error: '{1, 2}' is Integer and has no field 'z'
model.mo:6:58: error: '(x + 1)' is Real and has no field 'z'
model.mo:8:3: error: an assignment needs a variable, but 'E' is a type
model.mo:9:3: error: an assignment needs a variable, but 's' is a String
model.mo:10:3: error: an assignment needs a variable, found 'x + 1'
====
// Words of other languages: the message has what to write.
model Foreign
  double a;
  float b;
  Real x(start = 1, fixed = true), T;
equation
  x' = −ln(X) + sin(t)·pi;
  T = pow(x, 2);
end Foreign;
----
involute check MODEL
----
status 1
model.mo:7:4: error: a prime is not Modelica; the derivative of x is written der(x)
model.mo:7:8: error: this minus sign is U+2212; write '-'
error: this dot is U+00B7; a product is written with '*'
!ASCII
====
model Foreign
  double a;
  float b;
  Real x(start = 1, fixed = true), T;
equation
  der(x) = -X + sin(t)*pi;
  T = pow(x, 2);
end Foreign;
----
involute check MODEL
----
status 1
error: unknown type 'double'; write 'Real'
error: unknown type 'float'; write 'Real'
error: unknown name 'X'; did you mean 'x'?
error: unknown name 't'; did you mean 'T'? Or write 'time'
error: unknown name 'pi'; write 'Modelica.Constants.pi'
error: unknown function 'pow'; write x^y
====
model Foreign
  Real x(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  x' = v;
  v' + x' = ln(t);
end Foreign;
----
involute check MODEL
----
status 1
model.mo:4:4: error: a prime is not Modelica
model.mo:5:4: error: a prime is not Modelica
model.mo:5:9: error: a prime is not Modelica
!quoted name
====
model Foreign
  Real x(start = 1, fixed = true);
equation
  der(x) = ln(x) + t;
end Foreign;
----
involute check MODEL
----
status 1
error: unknown function 'ln'; write log(x)
error: unknown name 't'; write 'time'
====
// A quoted name directly behind a word is still a name.
model Quoted
  Real'x y'(start = 1, fixed = true);
equation
  der('x y') = -'x y';
end Quoted;
----
involute check MODEL
----
status 0
====
model M
  Integer n, m = integer(3*time);
equation
  n*n = m;
end M;
----
involute check MODEL
----
status 1
model.mo:4:3: error: 'n*n = m' cannot be solved for the Integer 'n': only equations with constant whole coefficients are; write 'n = ...'
====
model M
  Integer a, b, s = integer(3*time);
equation
  a + b = s;
  2*a + 2*b = s;
end M;
----
involute check MODEL
----
status 1
model.mo:4:3: error: 'a + b = s' and the other equations between these Integers are linearly dependent
====
model M
  Boolean b[2] = cat(1, {true}, {1});
  Real c[2] = cat(1, {1.5}, {1});
  Real d[2] = c;
end M;
----
involute check MODEL
----
status 1
model.mo:2:33: error: 'cat' cannot concatenate arrays of Boolean and Integer
!model.mo:3
====
model M
  record R
    Real a, b;
  end R;
  Real z(start = 7, fixed = true);
  R r;
  parameter equation guess(r) = 3;
equation
  der(z) = 1;
  r.a = 1;
  r.b = 2;
end M;
----
involute check MODEL
----
status 1
error: 'r' is record R and cannot become Integer
