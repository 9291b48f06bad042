// The grammar of modelica-subset.ebnf, production by production, each case with the name of its own. What is refused is in syntax.t.
// VERSION, comments, blanks
----
printf '//! base 0.1.0\n// line\npackage P /* of several\n lines, with "quotes" and // */ model M\tReal x = 1;\r\n end M;end P;' >a.mo; printf '\357\273\277model M Real x = 1; end M;// no newline' >b.mo; involute check a.mo && involute check b.mo
----
status 0
a.mo: M is well formed
b.mo: M is well formed
====
// IDENT and Q_IDENT: quotes belong to the name, whatever they hold
model 'a model'
  Real x = 1, 'x' = 2, 'a.b[1].c' = 3, 'it\'s' = 4, '"' = 5, _y1 = 6, 'equation' = 7, '+' = 8;
end 'a model';
----
involute run MODEL --stop 0 --quiet --output -
----
status 0
time,x,'x','a.b[1].c','it\'s',"'""'",_y1,'equation','+'
0,1,2,3,4,5,6,7,8
====
// NUMBER
model M
  Real a = 1, b = 2., c = 2.5, d = 1e3, e = 1.E+3, f = 25e-1, g = 007.50;
end M;
----
involute run MODEL --stop 0 --quiet --output -
----
status 0
0,1,2,2.5,1000,1000,2.5,7.5
====
// STRING: escapes and newlines
model M "a \"string\" with \\ and \n \t \a \?
over two lines"
  parameter String s = "a\tb" + "c";
  Real x = 1 "one";
equation
  assert(time < 0.5, "half \"time\": " + s);
end M;
----
involute run MODEL
----
status 3
assertion failed: half "time": a	bc
====
// file: within, definitions of all kinds
within;
constant Real k = 2;
type Length = Real(unit = "m");
record R
  Real x;
end R;
function f
  input Real x;
  output Real y = k*x;
algorithm
end f;
model M
  Length x = f(3);
  R r(x = 4);
end M;
----
involute run MODEL --stop 0 --quiet --output - && sed 's/^within/& A.B/' MODEL >named.mo && involute check named.mo
----
status 0
0,6,4
named.mo: M is well formed
====
// package, global_const with sizes, name with its package, annotation of a package
package P "comment" + " of two strings"
  constant Real k = 2 "k", two[2] = {1, 2}, c = Modelica.Constants.pi;
  constant Real[2] three = {3, 4};
  final constant Integer n = 2;
  type E = enumeration(a, b);
  model M
    Real x = P.k, y[2] = P.two, z[P.n] = .P.three;
    P.E e = P.E.b;
  end M;
  annotation(version = "1", uses(Modelica(version = "4.0.0")));
end P;
----
involute run MODEL --stop 0 --quiet --output -
----
status 0
time,x,y[1],y[2],z[1],z[2],e
0,2,1,2,3,4,2
====
// decoration: before definitions, elements, arguments and equations, behind expressions
@1 type T = Real;
@2 model M
  @3 T x(@4 start = 1 @5, fixed = true);
  @6 parameter Real p = 2 @7;
equation
  @8 der(x) @9 = -p*x @10;
algorithm
  @11 y := 3 @12;
public
  Real y;
end M;
----
involute run MODEL --stop 0 --quiet --output -
----
status 0
time,x,y,der(x)
0,1,3,-2
====
// model: class and block are models; the last one of a file is read
class A "a class"
  Real x = 1;
end A;
block B
  output Real y = 2;
end B;
----
involute run MODEL --stop 0 --quiet --output -; sed '/^block/,$d' MODEL >a.mo; involute run a.mo --stop 0 --quiet --output -
----
status 0
time,y
0,2
time,x
0,1
====
// composition, section: several of each, in any order, with elements between them
model M
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
initial equation
  y = 5;
protected
  Real y;
  parameter Real p = 3;
public
  Real z;
equation
  der(y) = p;
algorithm
  z := 2*x;
initial algorithm
  q := 4;
public
  parameter Real q(fixed = false);
  annotation(experiment(StopTime = 0));
end M;
----
involute run MODEL
----
status 0
done at t = 0
final values
  x        1
  y        5
  z        2
  der(x)  -1
  der(y)   3
====
// type_def: of types, with attributes, sizes and a comment; enum_type, enum_lit with comments
model M
  type Length = Real(final quantity = "Length", unit = "m", min = 0) "metres";
  type Width = Length(max = 10, start = 3);
  type Point = Length[2] "in the plane";
  type Path = Point[3];
  type Color = enumeration(red "warm", green annotation(Icon()), 'dark blue' "cold" annotation()) "hue";
  Width w(fixed = true);
  Path p = {{1, 2}, {3, 4}, {5, 6}};
  Color c = Color.'dark blue';
equation
  der(w) = 0;
end M;
----
involute run MODEL --stop 0 --quiet --output -
----
status 0
time,w,"p[1,1]","p[1,2]","p[2,1]","p[2,2]","p[3,1]","p[3,2]",der(w),c
0,3,1,2,3,4,5,6,0,3
====
// component, prefixes, declaration: all prefixes, several names, sizes on both sides
model M
  final parameter Real p = 1, q = 2;
  constant Integer n = 2;
  final constant Integer m = 3;
  discrete Real d(start = 4, fixed = true);
  input Real u(start = 5);
  output Real y = u;
  discrete output Integer k(start = 6, fixed = true);
  parameter input Real r = 7;
  Real[n] a = {8, 9}, b[1] = {{10, 11}};
  parameter Real c[:] = {12, 13}, e[2, :] = {{14}, {15}};
  Real s = sum(c) + sum(e) + r + p + q + m;
equation
  when time > 2 then
    d = 0;
    k = 0;
  end when;
end M;
----
involute run MODEL --stop 0 --quiet --output -
----
status 0
time,y,a[1],a[2],"b[1,1]","b[1,2]",s,d,k
0,5,8,9,10,11,67,4,6
====
// modification, class_mod, argument: '=' and ':=', each, final, empty, comments
model M
  Real x(start := 1, fixed = true "held") := 2*time + 1, y() = 3;
  Real v[2](each start = 4, fixed = {true, false}, each final unit = "m", final each nominal = 1);
  parameter Real p(min = 0) = 5;
equation
  der(v[1]) = p;
  v[2] = v[1];
end M;
----
involute run MODEL --stop 0 --quiet --output -
----
status 0
0,1,3,4,4,5
====
// equation: comments and annotations, a call without '=', the unknown on any side
model M
  Real x(start = 1, fixed = true), y, z;
equation
  der(x) = -x "decay" annotation(__involute(name = "decay"));
  0 = y - 2*x "implicit" + " with two strings";
  3 + 0 = z;
  assert(x > -1, "never");
end M;
----
involute run MODEL --stop 0 --quiet --output -
----
status 0
0,1,2,3,-1
====
// if_equation: elseif, no else, nested, no equation at all
model M
  parameter Integer k = 2;
  final parameter Boolean off = false;
  Real x, y(start = 1, fixed = true);
equation
  if k == 1 then
    x = 1;
  elseif k == 2 then
    if time < 1 then
      x = 2;
    else
      x = 3;
    end if;
  else
    x = 4;
  end if;
  if off then
    x = 5;
  end if;
  if off then
  elseif k > 5 then
  else
  end if;
  der(y) = if x < 0 then 1 elseif x > 1 then 2 else 3;
end M;
----
involute run MODEL --stop 0 --quiet --output - && involute run MODEL --stop 0 --quiet --output - --set k=1
----
status 0
0,2,1,2
0,1,1,3
====
// logical_expr, logical_term, logical_factor, relation, rel_op
model M
  Boolean a = not 1 < 2 or 2 >= 2 and true, b = 1 <> 1 or not (1 == 1 and 2 <= 1), c = 1 > 2, d = not not_a;
  Boolean not_a = true or false and false;
  Boolean e[2] = not {true, false}, f[2] = {true, false} and {true, true}, g = "a" == "a" and "b" <> "a";
end M;
----
involute run MODEL --stop 0 --quiet --output -
----
status 0
time,a,b,c,d,not_a,e[1],e[2],f[1],f[2],g
0,1,1,0,0,1,0,1,1,0,1
====
// arith, add_op, term, mul_op, factor, pow_op: precedence, elementwise forms, a * -b
model M
  Real v[2] = {1, 2}, A[2, 2] = [1, 2; 3, 4];
  Real a = -2^2, b = +1 - 2 + 3, c = 2/4/2, d = 2*3^2, e = 2 * -3, f = 1 / -4 * -2;
  Real g[2] = v .+ 1, h[2] = 1 .- v, i[2] = v .* v, j[2] = 2 ./ v, k[2] = v .^ 2, l[2] = 2 .^ v;
  Real m[2] = A*v, n = v*v, o[2, 2] = A^2, p[2] = -v/2, q[2] = v*A;
end M;
----
involute run MODEL --stop 0 --quiet --output -
----
status 0
0,1,2,1,2,3,4,-4,2,0.25,18,-6,0.5,2,3,0,-1,1,4,2,1,1,4,2,4,5,11,5,7,10,15,22,-0.5,-1,7,10
====
// if_expr and simple_expr: ranges, decorated, inside of others
model M
  Real a = 1 + (if time < 1 then 2 else 3), b[:] = 1:3, c[:] = 0:0.5:1, d[:] = 3:-1:2, e = sum(2:1);
  Real f = if false then 1 elseif true then 2 else 3;
end M;
----
involute check MODEL; sed 's/\[:\]/[3]/; s/\[:\]/[3]/; s/\[:\]/[2]/' MODEL >known.mo; involute run known.mo --stop 0 --quiet --output -
----
status 0
model.mo: M is well formed
0,3,1,2,3,0,0.5,1,3,2,0,2
====
// primary: der, initial and pure as calls, parentheses, parts of what stands in them
model M
  record R
    Real x, y[2];
  end R;
  function r
    input Real x;
    output R r = R(x, {2*x, 3*x});
  algorithm
  end r;
  pure function f
    input Real x;
    output Real y = x;
    output Real z = 2*x;
  algorithm
  end f;
  Real x(start = 1, fixed = true), a = pure(f(4)), b = r(5).x, c = r(6).y[2], d = (r(7)).y[1];
  Real e = ({8, 9})[2], g = {10, 11}[1], h = [12, 13; 14, 15][2, 1], v[3] = {1, 2, 3}, i = v[end], k = v[end - 1];
  discrete Real j(start = 0);
  Real l, m;
equation
  der(x) = (1);
  (l, m) = f(20);
  when initial() then
    j = 16;
  end when;
end M;
----
involute run MODEL --stop 0 --quiet --output -
----
status 0
time,x,a,b,c,d,e,g,h,v[1],v[2],v[3],i,k,l,m,der(x),j
0,1,4,5,18,14,9,10,14,1,2,3,3,2,20,40,1,16
====
// annot_array, annotation: of other tools, of anything
model M
  Real x(start = 1, fixed = true) annotation(Dialog(group = "a", enable = x > 1 and not b), Placement(transformation(extent = {{-10, -10}, {10, 10}}, rotation = -90)));
equation
  der(x) = -x annotation(Line(points = {{0, 0}, {1, 1}}, color = {0, 0, 127}));
  annotation(Documentation(info = "<html>\"x\"</html>"), Icon(graphics = {Text(textString = "%name"), Line()}), choices(choice(redeclare model A = B "c")),
    experiment(StopTime = 2, Interval = 0.5), __Other_tool(a = {}, b(c = {1, {2}})));
end M;
----
involute run MODEL --quiet --output - | cut -c 1-4
----
status 0
2,0.
====
// reference, name: dots in front, parts with subscripts
model M
  import SI = Modelica.Units.SI;
  record R
    Real x[2];
  end R;
  R r[2](x = {{1, 2}, {3, 4}});
  Real a = r[2].x[1], b = .Modelica.Constants.pi, c = .sin(0), d = .Modelica.Math.cos(0), e[2] = r.x[2], f[2] = r[:].x[1], g[2] = r[1].x;
  .Modelica.Units.SI.Length l = 5;
  SI.Mass m = 6;
end M;
----
involute run MODEL --stop 0 --quiet --output - | sed 's/3.14159265358979[0-9]*/pi/'
----
status 0
0,1,2,3,4,3,pi,0,1,2,4,1,3,1,2,5,6
====
// call_args, call_arg: by place, by name, none, with 'for'
model M
  function f
    input Real a, b = 10, c = 100;
    output Real y = a + b + c;
  algorithm
  end f;
  function one
    output Real y = 1;
  algorithm
  end one;
  Real a = f(1), b = f(1, 2), c = f(1, c = 3), d = f(c = 1, a = 2, b = 3), e = one();
  Real g = sum(i*j for i in 1:2, j in 1:3), h = max(i^2 for i in {-3, 2}), k[2] = array(i for i in 1:2);
end M;
----
involute run MODEL --stop 0 --quiet --output -
----
status 0
0,111,103,14,6,1,18,9,1,2
====
// import: a name, an alias, everything; in models, functions and files
import Modelica.Math.*;
model M
  import Modelica.Constants.pi;
  import C = Modelica.Constants "constants";
  import Modelica.Units.SI.*;
  import Modelica.SIunits.Length annotation(Evaluate = true);
  import Modelica.Math;
  function f
    import Modelica.Constants.*;
    output Real y = e;
  algorithm
  end f;
  Length l = pi/C.pi;
  Mass m = Math.cos(0), n = sin(0), o = f()/C.e;
end M;
----
involute run MODEL --stop 0 --quiet --output -
----
status 0
0,1,1,0,1
====
// icon_base
model M
  extends Modelica.Icons.Example;
  extends Modelica.Icons.Record(a = 1) annotation(IconMap());
  Real x = 1;
end M;
----
involute check MODEL
----
status 0
M is well formed
====
// function: prefixes, protected parts, no algorithm, external; record with an annotation
model M
  pure constant function f
    input Real x "in";
    output Real y;
  protected
    parameter Real two = 2;
    Real work[2] = {x, two};
  public
    input Real z = 3;
  algorithm
    y := work[1]*work[2] + z;
    annotation(Inline = true, derivative = f_der);
  end f;
  impure function g "never called"
    input Real x;
    output Real y;
    external "C" y = g_c(x) annotation(Library = "g", Include = "#include <g.h>");
  end g;
  function h "never called"
    input Real x[:];
    output Real y;
    external;
  end h;
  function i "never called"
    external "FORTRAN 77" i_f(1, 2);
    annotation(Inline = false);
  end i;
  partial function j
    input Real x;
    output Real y;
  end j;
  record R "a record"
    extends Modelica.Icons.Record;
    Real x = 1 "field", y;
    annotation(Icon());
  end R;
  Real x = f(5);
  R r(y = 2);
end M;
----
involute run MODEL --stop 0 --quiet --output -
----
status 0
time,x,r.x,r.y
0,13,1,2
====
// param_equation
model M
  Real x, y[2];
  parameter equation guess(x) = 3 "near";
  parameter equation guess(y[1]) = -4;
equation
  x^2 = 9;
  y[1]^2 = 16;
  y[2] = 1;
end M;
----
involute run MODEL --stop 0 --quiet --output - | sed 's/3\.0000000000000[0-9]*/3/'
----
status 0
0,3,-4,1
====
// for_equation, for_index: several indices, arrays, types, no range, nested, with if
model M
  type E = enumeration(a, b);
  Real x[2, 3], y[3], z[E], w[Boolean], v[2];
equation
  for i in 1:2, j in 1:3 loop
    x[i, j] = 10*i + j;
  end for;
  for i loop
    y[i] = i^2;
  end for;
  for e in E loop
    z[e] = Integer(e);
  end for;
  for b in Boolean loop
    w[b] = if b then 1 else 0;
  end for;
  for i in {2, 1} loop
    if i == 1 then
      v[i] = 5;
    else
      v[i] = 6;
    end if;
  end for;
  for i in 1:0 loop
    v[i] = 7;
  end for;
end M;
----
involute run MODEL --stop 0 --quiet --output -
----
status 0
0,11,12,13,21,22,23,1,4,9,1,2,0,1,5,6
====
// when_equation: elsewhen, arrays of conditions, if and for inside, reinit, assert, terminate
model M
  Real x(start = 0, fixed = true);
  Integer n(start = 0, fixed = true), v[2](each start = 0, each fixed = true);
  discrete Real t(start = -1, fixed = true);
equation
  der(x) = 1;
  when {x > 0.25, time > 2} then
    n = pre(n) + 1;
    if n == 1 then
      t = time;
    else
      t = 0;
    end if;
    for i in 1:2 loop
      v[i] = i*n;
    end for;
    reinit(x, pre(x) + 10);
    assert(n < 5, "few");
  elsewhen x > 50 then
    n = 7;
    t = 1;
    v = {1, 1};
  end when;
  when x > 10.5 then
    terminate("done");
  end when;
end M;
----
involute run MODEL
----
status 0
(terminate: done)
final values
  x        10.5
  der(x)   1
  n        1
  v[1]     1
  v[2]     2
  t        0.25
====
// statement: assignments of every kind, calls, if_stmt, for_stmt, while_stmt, break, return
model M
  function two
    input Real x;
    output Real a = x, b = 2*x, c = 3*x;
  algorithm
  end two;
  function f
    input Integer n;
    output Real y[4];
    output Real z = 0;
  protected
    Integer k = 0;
  algorithm
    (y[1], , y[2]) := two(n) "a call";
    for i in 3:4, j in 1:2 loop
      y[i] := i*j;
      if i == 4 then
        break;
      end if;
    end for;
    while true loop
      k := k + 1;
      if k > 10 then
        return;
      elseif k == n then
        break;
      else
        z := z + k;
      end if;
    end while;
    assert(z >= 0, "positive");
    z := z + 100;
  end f;
  Real y[4], z, u[2];
  Integer d(start = 0, fixed = true);
algorithm
  (y, z) := f(4);
  u[1] := y[1];
  u[2] := u[1] + 1;
  @5 u[1] := 7 annotation(A());
  when time > 0.5 then
    d := 1;
  elsewhen time > 0.25 then
    d := d + 10;
  end when;
end M;
----
involute run MODEL --stop 1 --quiet --output - --points 1
----
status 0
time,y[1],y[2],y[3],y[4],z,u[1],u[2],d
0,4,12,6,4,106,7,5,0
1,4,12,6,4,106,7,5,1
====
// array, matrix, out_list: comprehensions, concatenation, results left out
model M
  function three
    input Real x;
    output Real a = x, b = 2*x, c = 3*x;
  algorithm
  end three;
  Real a[2, 2] = {{i + 10*j for i in 1:2} for j in 1:2}, b[2, 3] = {i*j for i in 1:3, j in 1:2};
  Real c[2, 3] = [1, 2, 3; 4, 5, 6], d[2, 3] = [[1; 2], c[:, 1:2]], e[1, 2] = [7, 8], f[2, 1] = [{9, 10}], g[0] = {i for i in 1:0};
  Real x, y, z;
equation
  (x, , y) = three(1);
  (z) = 5;
end M;
----
involute run MODEL --stop 0 --quiet --output -
----
status 0
0,11,12,21,22,1,2,3,2,4,6,1,2,3,4,5,6,1,1,2,2,4,5,7,8,9,10,1,3,5
====
// subscripts, dim: whole dimensions, ranges, arrays of numbers, Boolean and enumeration values, one that changes
model M
  type E = enumeration(a, b, c);
  Real A[2, 3] = [1, 2, 3; 4, 5, 6], v[3] = {7, 8, 9}, t[E] = {1, 2, 3}, b[Boolean] = {10, 20};
  Real c[2] = A[:, 2], d[3] = A[end], e[2] = v[{3, 1}], f[2] = v[2:end], g[2, 2] = A[1:2, {1, 3}], h = t[E.b], i = b[true], j = v[k], l = A[2, :]*v;
  Integer k = if time < 1 then 2 else 3;
end M;
----
involute run MODEL --stop 0 --quiet --output - | cut -d, -f 15-
----
status 0
0
2,5,4,5,6,9,7,8,9,1,3,4,6,2,20,8,122,2
