//! base 0.1.0
package 'M'
  model 'M' "elements are declared one by one, and used together"
    Real 'a.x[1]'(start = 3, fixed = true);
    Real 'a.x[2]'(start = 4, fixed = true);
    Real 'r', 'n';
  equation
    der('a.x[1]') = 'a.x[2]';
    der('a.x[2]') = -'a.x[1]';
    'r' = 'a.x'*'a.x' - 'a.x[1]'^2 - 'a.x[2]'^2 + size('a.x', 1);
    'n' = size('a.x', 1) + 'a.x[1]' - 'a.x'[1];
  end 'M';
end 'M';
----
involute run MODEL --stop 1 --json
----
status 0
"'r'": 2.0
"'n'": 2.0
====
//! base 0.1.0
package 'M'
  model 'M' "matrices, parts of them, and subscripts with names in quotes"
    parameter Real 'T[1,1]' = 1, 'T[1,2]' = 2, 'T[2,1]' = 3, 'T[2,2]' = 4;
    Real 'row[1]', 'row[2]', 'trace', 'x'(start = 0, fixed = true);
  equation
    der('x') = 0;
    {'row[1]', 'row[2]'} = 'T'[2, :];
    'trace' = sum('T[\'i\',\'i\']' for 'i' in 1:2) + 'x' - 'x';
  end 'M';
end 'M';
----
involute run MODEL --stop 2 --json
----
status 0
"'row[1]'": 3.0
"'row[2]'": 4.0
"'trace'": 5.0
====
//! base 0.1.0
package 'M'
  record 'Complex'
    Real 're', 'im';
  end 'Complex';
  function 'power'
    input 'Complex' 'u'[:];
    input 'Complex' 'i'[:];
    output Real 'p';
  algorithm
    'p' := 0;
    for 'k' in 1:size('u', 1) loop
      'p' := 'p' + 'u[\'k\']'.'re'*'i[\'k\'].re' + 'u'['k'].'im'*'i[\'k\']'.'im';
    end for;
  end 'power';
  model 'M' "a record, and an array of records, from their fields"
    Real 'v[1].re', 'v[1].im', 'v[2].re', 'v[2].im', 'p', 'q', 'x'(start = 1, fixed = true);
  equation
    'v[1].re' = 'x';
    'v[1].im' = 2;
    'v[2].re' = 3;
    'v[2].im' = 4;
    'p' = 'power'('v', 'v');
    'q' = 'power'({'v[2]'}, {'v[2]'}) + sum('v.re') + ('Complex'(5, 6)).im;
    der('x') = 0;
  end 'M';
end 'M';
----
involute run MODEL --stop 1 --json
----
status 0
"'p'": 30.0
"'q'": 35.0
====
//! base 0.1.0
package 'M'
  model 'M' "as targets of algorithms: whole, in loops, and by a subscript that changes"
    discrete Real 'buffer[1]'(start = 0), 'buffer[2]'(start = 0), 'buffer[3]'(start = 0);
    discrete Real 'copy[1]'(start = 0), 'copy[2]'(start = 0), 'copy[3]'(start = 0);
    Integer 'tick'(start = 0);
    Real 'x'(start = 0, fixed = true), 'double[1]', 'double[2]', 'double[3]';
  equation
    der('x') = 1;
  algorithm
    when sample(1, 1) then
      'tick' := pre('tick') + 1;
      'buffer[\'tick\']' := 'x';
      'copy' := 'buffer';
    end when;
  algorithm
    for 'i' in 1:3 loop
      'double[\'i\']' := 2*'copy[\'i\']';
    end for;
  end 'M';
end 'M';
----
involute run MODEL --stop 2.5 --json
----
status 0
"'double[1]'": 2.0
"'double[2]'": 4.0
"'double[3]'": 0.0
====
//! base 0.1.0
package 'M'
  model 'M' "an element is missing: nothing is put together"
    Real 'a[1]', 'a[3]', 'b';
  equation
    'a[1]' = time;
    'a[3]' = time;
    'b' = sum('a');
  end 'M';
end 'M';
----
involute check MODEL
----
status 1
model.mo:8:15: error: unknown name ''a''
====
//! base 0.1.0
package 'M'
  model 'M' "functions that exports leave out, and recursion"
    parameter Real 'n[1]' = 0, 'n[2]' = 0, 'n[3]' = 4;
    Real 'e[1]', 'e[2]', 'e[3]', 'angle', 'x'(start = 1, fixed = true);
  equation
    der('x') = 0;
    {'e[1]', 'e[2]', 'e[3]'} = 'Modelica.Math.Vectors.normalize'('n');
    'angle' = 'Modelica.Units.Conversions.to_deg'('Modelica.Math.atan2'('x', 'x'));
  end 'M';
end 'M';
----
involute run MODEL --stop 1 --json
----
status 0
"'e[1]'": 0.0
"'e[2]'": 0.0
"'e[3]'": 1.0
"'angle'": 45.0
====
function factorial
  input Integer n;
  output Integer y;
algorithm
  y := if n <= 1 then 1 else n*factorial(n - 1);
end factorial;
model M "a recursion that a known condition ends; Booleans; promote"
  parameter Boolean b[3] = {false, true, false};
  Real x(start = 1, fixed = true), y, z;
equation
  der(x) = 0;
  y = factorial(5)*x;
  z = (if max(b) and not min(b) then 10 else 20) + sum(promote({1, 2}, 2)*transpose(promote({1, 2}, 2)));
end M;
----
involute run MODEL --stop 1 --json
----
status 0
"y": 120.0
"z": 19.0
====
//! base 0.1.0
package 'M'
  model 'M' "a loop with 'break' that was unrolled: what follows it is executed"
    Integer 'n[1]', 'n[2]', 'n[3]', 'after', 'limit[1]', 'limit[2]', 'limit[3]';
    Real 'x'(start = 0, fixed = true);
  equation
    der('x') = 1;
    'limit[1]' = if 'x' > 1 then 1 else 2;
    'limit[2]' = if 'x' < 1 then 1 else 2;
    'limit[3]' = if 'x' > 1 then 1 else 2;
  algorithm
    'n[1]' := 0;
    'n[2]' := 0;
    'n[3]' := 0;
    if 'limit[1]' == 1 then
      break;
    else
      'n[1]' := 1;
    end if;
    if 'limit[2]' == 1 then
      break;
    else
      'n[2]' := 1;
    end if;
    if 'limit[3]' == 1 then
      break;
    else
      'n[3]' := 1;
    end if;
    'after' := 7;
  end 'M';
end 'M';
----
involute run MODEL --stop 0.5 --json
----
status 0
"'n[1]'": 1
"'n[2]'": 0
"'n[3]'": 0
"'after'": 7
====
// Texts that people write have no such loops.
model M
  Real x(start = 1, fixed = true), y;
equation
  der(x) = -x;
algorithm
  if x > 0.5 then
    break;
  end if;
  y := x;
end M;
----
involute check MODEL
----
status 1
is allowed only in
====
// Fields of unlike sizes are no record.
model M
  Real 'z[1].re', 'z[2].re', 'z.im', 'v[1].re', 'v[2].re', 'v[1].im', x;
equation
  'z' = 'z';
  x = 'v'[2].im;
  'z[1].re' = 1;
  'z[2].re' = 1;
  'z.im' = 1;
  'v[1].re' = 1;
  'v[2].re' = 1;
  'v[1].im' = 1;
end M;
----
involute check MODEL
----
status 1
model.mo:5:3: error: 'z' is no record: its field 'im' has the size a scalar, but 're' has [2]
model.mo:6:7: error: 'v' is no record: its field 'im' has the size [1], but 're' has [2]
!internal
