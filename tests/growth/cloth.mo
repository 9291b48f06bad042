model Cloth "A net of n x n particles with rods along rows and columns, flat at the start"
  parameter Integer n = 1;
  Real p[3, n, n](start = {{{(if k == 1 then j elseif k == 2 then i else 0) for j in 1:n} for i in 1:n} for k in 1:3});
  Real v[3, n, n](start = {{{(if k == 3 then 0.3*sin(0.7*i + 0.4*j) else 0) for j in 1:n} for i in 1:n} for k in 1:3});
  Real r[n, n - 1] "forces in the rods of rows", s[n - 1, n] "of columns";
equation
  for i in 1:n loop
    for j in 1:n loop
      for k in 1:3 loop
        der(p[k, i, j]) = v[k, i, j];
        der(v[k, i, j]) = (if k == 3 then -9.81 else 0)
          + (if j < n then r[i, min(j, n - 1)]*(p[k, i, min(j + 1, n)] - p[k, i, j]) else 0)
          + (if j > 1 then r[i, max(j - 1, 1)]*(p[k, i, max(j - 1, 1)] - p[k, i, j]) else 0)
          + (if i < n then s[min(i, n - 1), j]*(p[k, min(i + 1, n), j] - p[k, i, j]) else 0)
          + (if i > 1 then s[max(i - 1, 1), j]*(p[k, max(i - 1, 1), j] - p[k, i, j]) else 0);
      end for;
    end for;
    for j in 1:n - 1 loop
      (p[:, i, j + 1] - p[:, i, j])*(p[:, i, j + 1] - p[:, i, j]) = 1;
      (p[:, j + 1, i] - p[:, j, i])*(p[:, j + 1, i] - p[:, j, i]) = 1;
    end for;
  end for;
end Cloth;
