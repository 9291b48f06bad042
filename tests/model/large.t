model Links "a chain of formulas as long as the model"
  parameter Integer n = 50000;
  Real x[n](start = {1/i for i in 1:n}, each fixed = true), y[n];
equation
  y[1] = 0.5*x[n];
  der(x[1]) = -x[1];
  for i in 2:n loop
    y[i] = 0.5*x[i - 1] + y[i - 1]/2;
    der(x[i]) = y[i] - x[i];
  end for;
  annotation(experiment(StopTime = 0.1, Tolerance = 1e-6));
end Links;
----
timeout 60 involute run MODEL | head -n 8
----
status 0
Links: done at t = 0.1
100000 equations, 100000 unknowns; index 1, 50000 degrees of freedom
====
// Tables of more than 500 columns leave out what is protected or has another name: y1 = -x1, z, half.
model Unused
end Unused;
----
{
  echo 'model Many'; for i in $(seq 251); do echo "  Real x$i(start = $i, fixed = true), y$i;"; done
  echo '  Real z "another name of y1", closed, double;'; echo 'protected'; echo '  Real half, other;'; echo 'equation'
  for i in $(seq 251); do echo "  der(x$i) = -x$i; y$i = -x$i;"; done
  echo '  z = y1; half = x2/2; double = 4*half; other = half;'
  echo '  if time < 0.5 then closed = x1; else closed = x1 + 1; end if;'; echo 'end Many;'
} > many.mo
involute run many.mo --points 1 --output a.csv | grep -c 'final values'; head -n 1 a.csv | tr , '\n' | grep -c '^x'
head -n 1 a.csv | tr , '\n' | grep -Ev '^"?(der\()?x'
involute run many.mo --points 1 --output b.csv --columns '*' > /dev/null; head -n 1 b.csv | tr , '\n' | wc -l
involute run many.mo --points 1 --output - --columns 'y1,half,other,z' | head -n 2
involute run many.mo --json > j; grep -c '^    "y' j; grep columns_left_out j
involute run many.mo --json --columns 'y*' > j; grep -c '^    "y' j; involute run many.mo --json --columns 'w' > j; echo "exit $?"
----
status 0
note: 254 of 758 columns are not written: they are protected, or equal to another one or its negative; --columns '*' writes all, --columns NAMES those that it names
1
251
time
closed
double
759
time,y1,z,half,other
0,-1,-1,1,1
0
"columns_left_out": 254
251
error: no column fits 'w' in the columns to write
exit 2
====
// ... 500 columns are all there.
model Few
  parameter Integer n = 166;
  Real x[n](each start = 1, each fixed = true), y[n];
protected
  Real h, k;
equation
  der(x) = -x;
  y = x;
  h = 2*x[1];
  k = h;
end Few;
----
involute run MODEL --points 1 --output a.csv | grep -c 'final values'; head -n 1 a.csv | sed 's/\[[^]]*\]//g' | tr , '\n' | sort | uniq -c
----
status 0
1
166 der(x)
1 h
1 k
1 time
166 x
166 y
!note
