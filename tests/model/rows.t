model Contact "near the edge of stability, rows of dop853 were off by 230 tolerances between steps that were off by 10; nominal tells the tolerance"
  parameter Real pi = 3.141592653589793, m = 22500/pi^2, c = 600/pi, k = 10000, kd = 50000, ry = 50, w = 4*pi;
  Real x[2](start = {0, 0}, each fixed = true), v[2](start = {0.1, 0.05}, each fixed = true);
  Real r[2](start = {4e-4, 3e-4}, each fixed = true, each nominal = 50);
equation
  der(x) = v;
  m*der(v) = -k*x - c*v - 1e5*r + 500*{cos(w*time), sin(w*time)};
  1e5*der(r) = kd*v - kd/ry^2*(1e10*r*v)*r;
end Contact;
----
o="--stop 0.6 --points 600 --columns r[1],r[2],v[2] --quiet --output"
involute run MODEL --method taylor --rtol 1e-12 $o right.csv
for e in interpreter jit; do involute run MODEL --method dop853 --rtol 1e-8 --evaluator $e $o rows.csv; paste -d, right.csv rows.csv | awk -F, 'function far(d, t) { d = d < 0 ? -d : d; if (d/t > most) most = d/t } NR > 1 { far($6 - $2, 5e-10); far($7 - $3, 5e-10); far($8 - $4, 1e-9) } END { print (most < 60 ? "kept" : "off by " most " tolerances") }'; cksum <rows.csv >$e; done
cmp interpreter jit
----
status 0
kept
kept
