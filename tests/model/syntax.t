model M
  Real x
equation
  der(x) = 1;
end M;
----
involute check MODEL
----
status 1
model.mo:3:1: error: expected ';' after the declaration of x, found 'equation'
====
model M
  Real x;
  Real y
  Real z;
equation
  der(x) = 1
  der(y) = 2;
  der(z) = (x + y;
end M;
----
involute check MODEL
----
status 1
model.mo:4:3: error: expected ';' after the declaration of y, found 'Real'
model.mo:7:3: error: expected ';' after the equation, found 'der'
model.mo:8:18: error: expected ')' to close '(', found ';'
====
model M
  Real x;
equation
  der(x) = 1 +;
end M;
----
involute check MODEL
----
status 1
model.mo:4:15: error: expected an expression after '+', found ';'
====
model M
  Real x;
equation
  der(x) = x^2^3;
end M;
----
involute check MODEL
----
status 1
model.mo:4:15: error: '^' cannot be repeated: write (a^b)^c or a^(b^c)
====
model M
  Real x;
equation
  der(x) = if x < 1 < 2 then 1 else 2;
end M;
----
involute check MODEL
----
status 1
model.mo:4:21: error: comparisons cannot be chained: join two of them with 'and'
====
model M
  Real x;
equation
  der(x) = 2 + -x;
end M;
----
involute check MODEL
----
status 1
model.mo:4:16: error: a sign may not follow '+'; put the signed part in parentheses
====
model M
  Real x;
equation
  der(x) = x**2;
end M;
----
involute check MODEL
----
status 1
model.mo:4:14: error: '**' is not Modelica; a power is written with '^'
====
model M
  Real x;
equation
  der(x = 1;
end M;
----
involute check MODEL
----
status 1
model.mo:4:12: error: expected ')' after the arguments of 'der', found ';'
====
model M
  Real x;
equation
  der x = 1;
end M;
----
involute check MODEL
----
status 1
model.mo:4:7: error: expected '(' after 'der', found 'x'
====
model M
  Real x;
equation
  x := 1;
end M;
----
involute check MODEL
----
status 1
model.mo:4:5: error: an equation is written with '='; ':=' is for algorithms
====
model M
  Real x;
equation
  der(x) = 1 = 2;
end M;
----
involute check MODEL
----
status 1
model.mo:4:14: error: an equation has one '='; a comparison is written with '=='
====
model M
  Real x;
equation
  Real y;
  der(x) = 1;
end M;
----
involute check MODEL
----
status 1
model.mo:4:8: error: expected an equation, found a declaration; declarations precede the keyword 'equation'
====
model M
  Real x;
  x = 1;
end M;
----
involute check MODEL
----
status 1
model.mo:3:5: error: expected a name after 'x', found '='; equations follow the keyword 'equation'
====
model M
  Real x;
  der(x) = 1;
end M;
----
involute check MODEL
----
status 1
model.mo:3:3: error: expected a declaration, 'equation' or 'end M', found 'der'
====
model M
  Real x;
equation
  der(x) = 1;
end N;
----
involute check MODEL
----
status 1
model.mo:5:5: error: model M ends with 'end N'; expected 'end M'
====
model M
  Real x;
equation
  der(x) = 1;
----
involute check MODEL
----
status 1
model.mo:5:1: error: model M, which begins on line 1, has no 'end M;'
====
model M
  Real x;
equation
  der(x) = 1;
end M
----
involute check MODEL
----
status 1
model.mo:6:1: error: expected ';' after 'end M', found the end of the text
====
model M
  Real x;
equation
  der(x) = 1;
end M;
nonsense
----
involute check MODEL
----
status 1
model.mo:6:1: error: expected 'model', 'type' or 'constant', found 'nonsense'
====
----
involute check MODEL
----
status 1
model.mo:1:1: error: the file is empty: expected 'model'
====
model M
  Real x, ;
equation
  der(x) = 1;
end M;
----
involute check MODEL
----
status 1
model.mo:2:11: error: expected a name after ',', found ';'
====
model M
  Real output;
equation
  der(x) = 1;
end M;
----
involute check MODEL
----
status 1
model.mo:2:8: error: expected a name after the type, found the keyword 'output'
====
model M
  Real x(start = 1;
equation
  der(x) = 1;
end M;
----
involute check MODEL
----
status 1
model.mo:2:19: error: expected ')' to close the list of modifiers, found ';'
====
model M
  Real x;
equation
  if x > 0 then
    der(x) = 1;
  else
    der(x) = 2;
end M;
----
involute check MODEL
----
status 1
model.mo:8:1: error: the 'if' on line 4 has no 'end if'
====
model M
  Real x;
equation
  if x > 0
    der(x) = 1;
  else
    der(x) = 2;
  end if;
end M;
----
involute check MODEL
----
status 1
model.mo:5:5: error: expected 'then' after the condition of 'if', found 'der'
====
model M
  Real x;
equation
  der(x) = if x > 0 then 1;
end M;
----
involute check MODEL
----
status 1
model.mo:4:27: error: expected 'else' in the if-expression, found ';'
====
model M
  Real x;
equation
  end if;
end M;
----
involute check MODEL
----
status 1
model.mo:4:3: error: expected a declaration, 'equation' or 'end M', found 'end'
====
model M
  Real x "text;
equation
  der(x) = 1;
end M;
----
involute check MODEL
----
status 1
model.mo:2:10: error: this string has no end: a '"' is missing
====
model M
  Real x;
equation
  der(x) = 1; /* comment
end M;
----
involute check MODEL
----
status 1
model.mo:4:15: error: this comment has no end: '*/' is missing
====
model M
  Real 'x;
equation
  der(x) = 1;
end M;
----
involute check MODEL
----
status 1
model.mo:2:8: error: this quoted name has no end: a ' is missing on this line
====
model M
  Real '';
equation
  '' = 1;
end M;
----
involute check MODEL
----
status 1
model.mo:2:8: error: a quoted name must not be empty
model.mo:4:3: error: a quoted name must not be empty
====
model M
  parameter String s = "a\qb"; Real x;
equation
  der(x) = 1;
end M;
----
involute check MODEL
----
status 1
model.mo:2:26: error: this escape is unknown; a backslash in a string is written \\
====
model M
  Real x;
equation
  der(x) = 2x;
end M;
----
involute check MODEL
----
status 1
model.mo:4:12: error: this is neither a number nor a name; a product is written with '*'
====
model M
  Real x;
equation
  der(x) = .5;
end M;
----
involute check MODEL
----
status 1
model.mo:4:12: error: a number must begin with a digit; write 0 before the decimal point
====
model M
  Real x;
equation
  der(x) = 1e999;
end M;
----
involute check MODEL
----
status 1
model.mo:4:12: error: this number is too large for double precision
====
model M
  Real x;
equation
  der(x) = if x > 0 && x < 1 then 1 else 2;
end M;
----
involute check MODEL
----
status 1
model.mo:4:21: error: '&&' is not Modelica; write 'and'
====
model M
  Real x;
equation
  der(x) = if x != 0 then 1 else 2;
end M;
----
involute check MODEL
----
status 1
model.mo:4:17: error: '!=' is not Modelica; write '<>'
====
model M
  Real x;
equation
  der(x) = x % 2;
end M;
----
involute check MODEL
----
status 1
model.mo:4:14: error: '%' is not Modelica; write mod(a, b)
====
model M
  Real x;
equation
  der(x) = 1; # comment
end M;
----
involute check MODEL
----
status 1
model.mo:4:15: error: '#' is not Modelica; comments begin with '//'
====
model M
  Real x;
equation
  der(x) = $x;
end M;
----
involute check MODEL
----
status 1
model.mo:4:12: error: unexpected character '$'
====
model M
  Real größe;
equation
  größe = 1;
end M;
----
involute check MODEL
----
status 1
model.mo:2:8: error: names must be ASCII; other characters are allowed only in strings and comments
model.mo:4:3: error: names must be ASCII; other characters are allowed only in strings and comments
====
model M
  Real x;
equation
  der(x) = ((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((x))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))));
end M;
----
involute check MODEL
----
status 1
model.mo:4:212: error: nested deeper than 200 levels
====
model M
  type T = enumeration(a, b;
  Real x;
equation
  der(x) = 1;
end M;
----
involute check MODEL
----
status 1
model.mo:2:28: error: expected ')' after the literals of the enumeration, found ';'
====
model M
  Real x;
equation
  der(x) = 1 "a" + 2;
end M;
----
involute check MODEL
----
status 1
model.mo:4:20: error: expected a string after '+' in a comment, found '2'
====
model M
  Real x;
equation
  der(x) = 1;
  annotation(experiment(StopTime = 1);
end M;
----
involute check MODEL
----
status 1
model.mo:5:38: error: expected ')' to close the annotation, found ';'
====
model M
  Real x;
equation
  der(x) = sin(x, ;
end M;
----
involute check MODEL
----
status 1
model.mo:4:19: error: expected an expression after ',', found ';'
====
model M
  Real x;
initial
  x = 1;
equation
  der(x) = 1;
end M;
----
involute check MODEL
----
status 1
model.mo:4:3: error: expected 'equation' after 'initial', found 'x'
====
within A
model M
  Real x;
equation
  der(x) = 1;
end M;
----
involute check MODEL
----
status 1
model.mo:2:1: error: expected ';' after 'within', found 'model'
====
model M
  Real x[3];
  Real y;
equation
  der(x) = {1, 2, 3} .+ [x[1:2]; y] * {1} ./ 2 .^ {1, 2, 3} .- 1;
  y = x[end];
end M;
----
involute check MODEL
----
status 0
well formed
====
within;
package P
  constant Real[2] c = {1, 2}, d[1] = {{3, 4}};
  record R
    Real a;
    annotation(x = 1);
  end R;
  model M
    import Modelica.Units.SI;
    import M = Modelica.Math;
    import Modelica.Constants.*;
    extends Modelica.Icons.Example(a = 1) annotation(b = 2);
    discrete output Real d(start = 1);
    final parameter input Real p = 2;
    SI.Mass m;
    Real x(each start = c[2], fixed = true);
  initial equation
    m = pi;
  equation
    der(x) = M.sin(x) + d + .P.c[1];
    der(m) = P.d[1, 2];
  algorithm
    when x > 1 then
      d := 2;
    end when;
    annotation(Documentation(info = "<html>"));
  end M;
end P;
----
involute check MODEL
----
status 0
well formed
====
model M
  type E = enumeration(a, b);
  Real x[E], y[Boolean];
equation
  der(x) = {1, 2};
  der(y[true]) = x[E.a];
  der(y[false]) = x[E.b];
end M;
----
involute analyze MODEL
----
status 0
4 equations, 4 unknowns
====
model M
  Real x;
equation
  for i in 1:3
    der(x) = 1;
  end for;
end M;
----
involute check MODEL
----
status 1
expected 'loop' after the range of 'for', found 'der'
====
model M
  Real x;
equation
  for 1:3 loop
    der(x) = 1;
  end for;
end M;
----
involute check MODEL
----
status 1
expected a name after 'for', found '1'
====
model M
  Real x;
equation
  when x > 1
    reinit(x, 0);
  end when;
end M;
----
involute check MODEL
----
status 1
expected 'then' after the condition of 'when', found 'reinit'
====
model M
  Real x;
equation
  while x > 1 loop
    x = 1;
  end while;
end M;
----
involute check MODEL
----
status 1
error: 
====
model M
  Real x;
algorithm
  while x > 1
    x := 1;
  end while;
end M;
----
involute check MODEL
----
status 1
expected 'loop' after the condition of 'while'
====
model M
  import = Modelica.Math;
  Real x;
end M;
----
involute check MODEL
----
status 1
expected a name after 'import', found '='
====
model M
  function f
    input Real u;
    output Real y;
  algorithm
    y := u;
  end g;
  Real x;
equation
  der(x) = 1;
end M;
----
involute check MODEL
----
status 1
function f ends with 'end g'; expected 'end f'
====
record R
  Real a;
model M
  R r;
end M;
----
involute check MODEL
----
status 1
record R, which begins on line 1, has no 'end R;'
====
pure R
  Real a;
end R;
----
involute check MODEL
----
status 1
expected 'function' after 'pure' or 'impure', found 'R'
====
model M
  Real x;
equation
  der(x) = {1, 2
end M;
----
involute check MODEL
----
status 1
expected '}' to close '{'
====
model M
  Real x;
equation
  der(x) = sum(1, 2 for i in 1:2);
end M;
----
involute check MODEL
----
status 1
'for' needs one expression before it, found 2
====
model M
  Real x;
equation
  der(x) = x[1].;
end M;
----
involute check MODEL
----
status 1
expected a name after '.'
====
model M
  Real x;
equation
  x := 1;
end M;
----
involute check MODEL
----
status 1
an equation is written with '='; ':=' is for algorithms
