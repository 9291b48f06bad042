#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Writes src/method/collocation.def: the coefficients of the implicit Runge-Kutta methods.

All of them are collocation methods, so that their nodes say everything. Computed in 60 digits
with mpmath (Debian: python3-mpmath), needed only to write the file anew:

    tools/collocation.py > src/method/collocation.def
"""
from mpmath import mp, mpf, mpc, matrix, polyroots, eig, inverse, nstr, legendre, taylor

mp.dps = 60

HEAD = """/* SPDX-License-Identifier: BSD-3-Clause */
/* COLLOCATION(name, members of struct collocation): written by tools/collocation.py. */
// clang-format off
#define ROW(...) (const double[]){__VA_ARGS__}
"""


def roots(polynomial):
    """Real roots in [0, 1], increasing, of coefficients in falling powers."""
    found = polyroots(polynomial, maxsteps=2000, extraprec=400)
    return sorted(mpf(r.real) for r in found)


def shifted_legendre(n):
    """P_n(2x - 1) in rising powers."""
    return taylor(lambda x: legendre(n, 2 * x - 1), mpf(0), n)


def gauss(s):
    return roots(shifted_legendre(s)[::-1])


def radau_right(s):
    """Zeros of P_s - P_(s-1): the last one is 1."""
    p, q = shifted_legendre(s), shifted_legendre(s - 1) + [mpf(0)]
    nodes = roots([a - b for a, b in zip(p, q)][::-1])
    nodes[-1] = mpf(1)
    return nodes


def integrals(nodes, upto):
    """Integrals from 0 to upto of the Lagrange polynomials of the nodes."""
    s = len(nodes)
    moments = matrix([upto ** (k + 1) / (k + 1) for k in range(s)])
    powers = matrix(s, s)
    for k in range(s):
        for j in range(s):
            powers[k, j] = nodes[j] ** k if k else mpf(1)
    return list(mp.lu_solve(powers, moments))


def transformation(a):
    """Eigenvalues of a^-1, the real one first, and a real T: in a pair of columns (x, y) a^-1
    acts on the coordinates r + i q of r x + q y as a product with the eigenvalue."""
    s = a.rows
    values, vectors = eig(inverse(a))
    tiny = mpf(10) ** -40
    real = [k for k in range(s) if abs(values[k].imag) < tiny]
    pairs = sorted((k for k in range(s) if values[k].imag > tiny), key=lambda k: values[k].imag)
    t, column = matrix(s, s), 0
    for k in real:
        scale = vectors[s - 1, k]
        for i in range(s):
            t[i, column] = (vectors[i, k] / scale).real
        column += 1
    for k in pairs:
        scale = vectors[s - 1, k]
        for i in range(s):
            z = vectors[i, k] / scale
            t[i, column], t[i, column + 1] = z.real, -z.imag
        column += 2
    check = inverse(t) * inverse(a) * t
    for p, k in enumerate(pairs):
        i = len(real) + 2 * p
        assert abs(check[i, i] - values[k].real) < tiny
        assert abs(check[i + 1, i] - values[k].imag) < tiny
        assert abs(check[i, i + 1] + values[k].imag) < tiny
    return [values[k].real for k in real], [values[k] for k in pairs], t, inverse(t)


def error_weights(nodes, a, gamma):
    """e with e W + gamma h f(p): the difference to an embedded method of order s ([HW96]
    IV.8), W the stages less p."""
    s = len(nodes)
    powers = matrix(s, s)
    for k in range(s):
        for j in range(s):
            powers[k, j] = nodes[j] ** k if k else mpf(1)
    target = matrix(s, 1)
    target[0] = -gamma
    return list((mp.lu_solve(powers, target).T * inverse(a)))


def text(numbers):
    return ", ".join(nstr(mpf(x), 22, min_fixed=-5, max_fixed=5) for x in numbers)


def rows(m):
    lines = [text(m[i, j] for j in range(m.cols)) for i in range(m.rows)]
    return "ROW(" + (",\n        ".join(lines)) + ")"


def write(name, order, nodes, about):
    first = nodes[0] == 0
    inner = nodes[1:] if first else nodes
    s = len(inner)
    table = [integrals(nodes, c) for c in inner]
    a = matrix(s, s)
    for i in range(s):
        for j in range(s):
            a[i, j] = table[i][j + first]
    real, pairs, t, ti = transformation(a)
    print("\n/* %s */" % about)
    print("COLLOCATION(%s, .stages = %d, .order = %d, .explicit_first = %d," % (name, s, order, first))
    print("    .c = ROW(%s)," % text(inner))
    print("    .a = %s," % rows(a))
    if first:
        print("    .a0 = ROW(%s)," % text(row[0] for row in table))
    weights = integrals(nodes, mpf(1))
    print("    .b0 = %s," % (text([weights[0]]) if first else "0"))
    print("    .b = ROW(%s)," % text(weights[first:]))
    print("    .real = %d," % len(real))
    print("    .eigenvalue = ROW(%s)," % text([x for x in real] + [y for p in pairs for y in (p.real, p.imag)]))
    if real and s >= 3:
        print("    .e = ROW(%s)," % text(error_weights(inner, a, 1 / real[0])))
    print("    .t = %s," % rows(t))
    print("    .inverse = %s)" % rows(ti))


print(HEAD, end="")
write("implicit_euler", 1, [mpf(1)], "Implicit Euler")
write("implicit_midpoint", 2, [mpf(1) / 2], "The implicit midpoint rule, [TA01] (4.13)")
write("radau_left3", 3, [mpf(0), mpf(2) / 3], "Radau I of order 3, [TA01] 4.2")
write("radau_right3", 3, radau_right(2), "Radau IIA of order 3, [TA01] 4.2")
write("lobatto2", 2, [mpf(0), mpf(1)], "Lobatto IIIA of order 2, the trapezoidal rule")
write("lobatto4", 4, [mpf(0), mpf(1) / 2, mpf(1)], "Lobatto IIIA of order 4, [TA01] 4.2")
write("gauss_4", 4, gauss(2), "Gauss of order 4, [HW96] IV.5")
write("gauss_6", 6, gauss(3), "Gauss of order 6, [HW96] IV.5")
write("radau_right5", 5, radau_right(3), "Radau IIA of order 5, [HW96] IV.5")
write("radau_right9", 9, radau_right(5), "Radau IIA of order 9, [HW99]")
write("radau_right13", 13, radau_right(7), "Radau IIA of order 13, [HW99]")
print("\n#undef ROW")
