// Functions that exported models call and do not contain: Modelica.Math.
// SPDX-License-Identifier: BSD-3-Clause
package Library
  function 'Modelica.Math.Vectors.normalize' "v with length 1; a short one is divided by eps"
    input Real v[:];
    input Real eps(min = 0.0) = 100*Modelica.Constants.eps;
    output Real result[size(v, 1)];
  protected
    Real length;
  algorithm
    length := sqrt(v*v);
    result := if noEvent(length >= eps) then v/length else v/eps;
  end 'Modelica.Math.Vectors.normalize';

  function 'Modelica.Math.Vectors.normalizeWithAssert' "v with length 1"
    input Real v[:];
    output Real result[size(v, 1)];
  protected
    Real length;
  algorithm
    length := sqrt(v*v);
    assert(length > 0.0, "a vector of length 0 has no direction");
    result := v/length;
  end 'Modelica.Math.Vectors.normalizeWithAssert';

  function 'Modelica.Math.Vectors.isEqual' "whether the elements differ by at most eps"
    input Real v1[:];
    input Real v2[:];
    input Real eps(min = 0.0) = 0;
    output Boolean result;
  algorithm
    result := size(v1, 1) == size(v2, 1);
    for i in 1:min(size(v1, 1), size(v2, 1)) loop
      result := result and abs(v1[i] - v2[i]) <= eps;
    end for;
  end 'Modelica.Math.Vectors.isEqual';

  function 'Modelica.Math.Vectors.reverse' "the elements from the last to the first"
    input Real v[:];
    output Real result[size(v, 1)];
  algorithm
    result := {v[end + 1 - i] for i in 1:size(v, 1)};
  end 'Modelica.Math.Vectors.reverse';

  function 'Modelica.Math.wrapAngle' "the angle in (-pi, pi], or in [0, 2*pi)"
    input Real u;
    input Boolean positiveRange = false;
    output Real y;
  algorithm
    y := mod(u, 2*Modelica.Constants.pi);
    if not positiveRange and y > Modelica.Constants.pi then
      y := y - 2*Modelica.Constants.pi;
    end if;
  end 'Modelica.Math.wrapAngle';

  function 'Modelica.Math.atan3' "the angle of (u2, u1) that is nearest to y0"
    input Real u1;
    input Real u2;
    input Real y0 = 0;
    output Real y;
  protected
    Real w;
  algorithm
    w := atan2(u1, u2);
    y := if y0 == 0 then w else w + 2*Modelica.Constants.pi*floor((Modelica.Constants.pi - w + y0)/(2*Modelica.Constants.pi));
  end 'Modelica.Math.atan3';

  function 'Modelica.Math.asinh' "inverse of sinh"
    input Real u;
    output Real y;
  algorithm
    y := asinh(u);
  end 'Modelica.Math.asinh';

  function 'Modelica.Math.acosh' "inverse of cosh"
    input Real u;
    output Real y;
  algorithm
    y := acosh(u);
  end 'Modelica.Math.acosh';

  function 'Modelica.Math.isEqual' "whether two numbers differ by at most eps"
    input Real s1;
    input Real s2;
    input Real eps(min = 0.0) = 0;
    output Boolean result;
  algorithm
    result := abs(s1 - s2) <= eps;
  end 'Modelica.Math.isEqual';

  function 'Modelica.Math.BooleanVectors.anyTrue' "whether an element is true"
    input Boolean b[:];
    output Boolean result;
  algorithm
    result := false;
    for i in 1:size(b, 1) loop
      result := result or b[i];
    end for;
  end 'Modelica.Math.BooleanVectors.anyTrue';

  function 'Modelica.Math.BooleanVectors.allTrue' "whether all elements are true, of at least one"
    input Boolean b[:];
    output Boolean result;
  algorithm
    result := size(b, 1) > 0;
    for i in 1:size(b, 1) loop
      result := result and b[i];
    end for;
  end 'Modelica.Math.BooleanVectors.allTrue';

  function 'Modelica.Math.BooleanVectors.oneTrue' "whether exactly one element is true"
    input Boolean b[:];
    output Boolean result;
  protected
    Integer count;
  algorithm
    count := 0;
    for i in 1:size(b, 1) loop
      count := if b[i] then count + 1 else count;
    end for;
    result := count == 1;
  end 'Modelica.Math.BooleanVectors.oneTrue';

  function 'Modelica.Math.BooleanVectors.countTrue' "how many elements are true"
    input Boolean b[:];
    output Integer n;
  algorithm
    n := 0;
    for i in 1:size(b, 1) loop
      n := if b[i] then n + 1 else n;
    end for;
  end 'Modelica.Math.BooleanVectors.countTrue';

  function 'Modelica.Math.BooleanVectors.firstTrueIndex' "the number of the first element that is true; 0: none is"
    input Boolean b[:];
    output Integer index;
  algorithm
    index := 0;
    for i in 1:size(b, 1) loop
      index := if index == 0 and b[i] then i else index;
    end for;
  end 'Modelica.Math.BooleanVectors.firstTrueIndex';

  function 'Modelica.Math.Matrices.solve' "x of A*x = b, by elimination with the largest pivots"
    input Real A[:, size(A, 1)];
    input Real b[size(A, 1)];
    output Real x[size(b, 1)];
  protected
    Real rows[size(A, 1), size(A, 1) + 1];
    Real row[size(A, 1) + 1];
    Integer n;
  algorithm
    n := size(A, 1);
    rows[:, 1:n] := A;
    rows[:, n + 1] := b;
    for k in 1:n loop
      for i in k + 1:n loop
        if noEvent(abs(rows[i, k]) > abs(rows[k, k])) then
          row := rows[i, :];
          rows[i, :] := rows[k, :];
          rows[k, :] := row;
        end if;
      end for;
      assert(rows[k, k] <> 0, "Modelica.Math.Matrices.solve: the matrix is singular");
      for i in k + 1:n loop
        rows[i, :] := rows[i, :] - rows[i, k]/rows[k, k]*rows[k, :];
      end for;
    end for;
    for k in n:-1:1 loop
      x[k] := (rows[k, n + 1] - rows[k, k + 1:n]*x[k + 1:n])/rows[k, k];
    end for;
  end 'Modelica.Math.Matrices.solve';

  function 'Modelica.Math.Matrices.solve2' "X of A*X = B"
    input Real A[:, size(A, 1)];
    input Real B[size(A, 1), :];
    output Real X[size(B, 1), size(B, 2)];
  algorithm
    for j in 1:size(B, 2) loop
      X[:, j] := 'Modelica.Math.Matrices.solve'(A, B[:, j]);
    end for;
  end 'Modelica.Math.Matrices.solve2';

  function 'Modelica.Math.Matrices.inv' "the inverse of A"
    input Real A[:, size(A, 1)];
    output Real invA[size(A, 1), size(A, 1)];
  algorithm
    invA := 'Modelica.Math.Matrices.solve2'(A, identity(size(A, 1)));
  end 'Modelica.Math.Matrices.inv';

  function 'Modelica.Math.Matrices.det' "the determinant of A, by elimination with the largest pivots"
    input Real A[:, size(A, 1)];
    output Real result;
  protected
    Real rows[size(A, 1), size(A, 1)];
    Real row[size(A, 1)];
    Real factor;
    Integer n;
  algorithm
    n := size(A, 1);
    rows := A;
    result := 1;
    for k in 1:n loop
      for i in k + 1:n loop
        if noEvent(abs(rows[i, k]) > abs(rows[k, k])) then
          row := rows[i, :];
          rows[i, :] := rows[k, :];
          rows[k, :] := row;
          result := -result;
        end if;
      end for;
      result := result*rows[k, k];
      for i in k + 1:n loop
        factor := if noEvent(rows[k, k] <> 0) then rows[i, k]/rows[k, k] else 0;
        rows[i, :] := rows[i, :] - factor*rows[k, :];
      end for;
    end for;
  end 'Modelica.Math.Matrices.det';

  function 'Modelica.Math.Matrices.trace' "the sum of the diagonal"
    input Real A[:, size(A, 1)];
    output Real result;
  algorithm
    result := sum(A[i, i] for i in 1:size(A, 1));
  end 'Modelica.Math.Matrices.trace';
end Library;
