// An operator record of the user: constructors, overloaded products, conversion of a number by a constructor.
operator record Dual "x + e d with e^2 = 0: d is the derivative"
  Real x;
  Real d;
  encapsulated operator 'constructor'
    function fromReal
      input Real x;
      input Real d = 0;
      output Dual r(x = x, d = d);
    algorithm
    end fromReal;
  end 'constructor';
  encapsulated operator function '+'
    input Dual a;
    input Dual b;
    output Dual c;
  algorithm
    c := Dual(a.x + b.x, a.d + b.d);
  end '+';
  encapsulated operator '-'
    function subtract
      input Dual a;
      input Dual b;
      output Dual c;
    algorithm
      c := Dual(a.x - b.x, a.d - b.d);
    end subtract;
    function negate
      input Dual a;
      output Dual c;
    algorithm
      c := Dual(-a.x, -a.d);
    end negate;
  end '-';
  operator '*'
    function multiply
      input Dual a;
      input Dual b;
      output Dual c;
    algorithm
      c := Dual(a.x*b.x, a.x*b.d + a.d*b.x);
    end multiply;
    function mean "of two vectors: no product at all, to see that it is chosen"
      input Dual a[:];
      input Dual b[:];
      output Real m;
    algorithm
      m := (sum(a.x) + sum(b.x))/(size(a, 1) + size(b, 1));
    end mean;
  end '*';
  operator function '=='
    input Dual a;
    input Dual b;
    output Boolean equal;
  algorithm
    equal := a.x == b.x;
  end '==';
end Dual;
model OperatorRecord
  Dual t = Dual(time, 1), one = Dual(1);
  Dual p = 3*t*t - t^3 + 2 - (-t);
  Dual v[2] = {t, one}, w[2] = 2*v + v;
  Real m = v*w;
  Integer n = if one == Dual(1, 5) then 1 else 0;
  Real x(start = 0, fixed = true);
equation
  der(x) = n;
end OperatorRecord;
// p = 3 t^2 - t^3 + 2 + t, p' = 6 t - 3 t^2 + 1
//: --stop 2 --rtol 1e-10
//: p.x = 8 +- 1e-12
//: p.d = 1 +- 1e-12
//: w[1].x = 6 +- 1e-12
//: w[2].d = 0 +- 1e-12
//: m = 3 +- 1e-12
//: x = 2 +- 1e-10
