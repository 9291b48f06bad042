"""Proves again, in rational numbers, that exact points are where run --certify says they are.

exact_proofs.py MODEL RESULT.csv SUMMARY.json: MODEL is Pendulum or FourBar, whose constraints are quadratic and written
out here. Krawczyk's test with a square system along the gradients, every operation exact.
SPDX-License-Identifier: BSD-3-Clause"""
import csv
import json
import sys
from fractions import Fraction as F

EPSILON = F(1, 2**52)
SHARE = F(1e-3)  # of the nominal size, as in the program


def pendulum(p):
    x, y, vx, vy = p
    value = [x * x + y * y - 1, x * vx + y * vy]
    slope = [[2 * x, 2 * y, 0, 0], [vx, vy, x, y]]
    return value, slope


def four_bar(p):
    x1, y1, x2, y2, u1, v1, u2, v2 = p
    a, b, c, d = 1, 2, F(3, 2), 2
    dx, dy, du, dv = x2 - x1, y2 - y1, u2 - u1, v2 - v1
    value = [(x1**2 + y1**2 - a**2) / 2, (dx**2 + dy**2 - b**2) / 2, ((d - x2)**2 + y2**2 - c**2) / 2,
             x1 * u1 + y1 * v1, dx * du + dy * dv, y2 * v2 - u2 * (d - x2)]
    slope = [[x1, y1, 0, 0, 0, 0, 0, 0], [-dx, -dy, dx, dy, 0, 0, 0, 0], [0, 0, x2 - d, y2, 0, 0, 0, 0],
             [u1, v1, 0, 0, x1, y1, 0, 0], [-du, -dv, du, dv, -dx, -dy, dx, dy], [0, 0, u2, v2, 0, 0, x2 - d, y2]]
    return value, slope


MODELS = {
    "Pendulum": (pendulum, ["x", "y", "vx", "vy"]),
    "FourBar": (four_bar, ["x1", "y1", "x2", "y2", "der(x1)", "der(y1)", "der(x2)", "der(y2)"]),
}


def rounded(x):
    """A rational number near x with a short denominator: what only steers the proof may be rounded."""
    return F(float(x))


def inverse(matrix):
    n = len(matrix)
    rows = [list(row) + [F(int(i == j)) for j in range(n)] for i, row in enumerate(matrix)]
    for k in range(n):
        pivot = max(range(k, n), key=lambda i: abs(rows[i][k]))
        rows[k], rows[pivot] = rows[pivot], rows[k]
        rows[k] = [x / rows[k][k] for x in rows[k]]
        for i in range(n):
            if i != k and rows[i][k]:
                rows[i] = [x - rows[i][k] * y for x, y in zip(rows[i], rows[k])]
    return [row[n:] for row in rows]


def product(a, b):
    return [[sum(x * y for x, y in zip(row, column)) for column in zip(*b)] for row in a]


def radius(functions, point):
    """A radius of each coordinate within which an exact zero is proved to be, or None."""
    value, slope = functions(point)
    size = [max(abs(x), SHARE) for x in point]
    v = [[rounded(row[j] * size[j]**2) for row in slope] for j in range(len(point))]  # [n, m]
    c = [[rounded(x) for x in row] for row in inverse(product(slope, v))]
    signed = [sum(x * y for x, y in zip(row, value)) for row in c]
    step = [abs(s) for s in signed]
    rho = [2 * s + max(step) / 1000 + F(1, 10**40) for s in step]
    spread = [sum(abs(x) * r for x, r in zip(row, rho)) for row in v]
    # slopes are affine functions of the point: their change over the box, coordinate by coordinate
    n = len(point)
    zero = functions([F(0)] * n)[1]
    unit = [functions([F(int(i == j)) for j in range(n)])[1] for i in range(n)]
    change = [[sum(abs(unit[i][k][j] - zero[k][j]) * spread[i] for i in range(n)) for j in range(n)]
              for k in range(len(slope))]
    middle = product(c, product(slope, v))
    width = product([[abs(x) for x in row] for row in c],
                    product(change, [[abs(x) for x in row] for row in v]))
    image = [step[i] + sum((abs(F(int(i == l)) - middle[i][l]) + width[i][l]) * rho[l] for l in range(len(rho)))
             for i in range(len(rho))]
    if not all(k < r for k, r in zip(image, rho)):
        return None
    # the zero is at x0 - V (step +- what the image adds to it)
    return [abs(sum(x * s for x, s in zip(row, signed))) +
            sum(abs(x) * (k - s) for x, k, s in zip(row, image, step)) for row in v]


def main(name, table, summary):
    functions, columns = MODELS[name]
    with open(summary, encoding="utf-8") as file:
        proofs = json.load(file)["certificate"]["points"]
    with open(table, encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == len(proofs), (len(rows), len(proofs))
    worst = 0.0
    for row, proof in zip(rows, proofs):
        point = [F(float(row[column])) for column in columns]
        exact = radius(functions, point)
        assert exact, f"{name}: no exact proof at t = {row['time']}"
        assert proof["verdict"] == "proved"
        share = float(max(exact)) / proof["radius"]
        worst = max(worst, share)
        assert share <= 1.001, f"{name}: at t = {row['time']} the radius {proof['radius']} is {1 / share} of the exact one"
    print(f"{name}: {len(rows)} proofs repeated in rational numbers, radius at most {worst:.6f} of the program's")


main(*sys.argv[1:])
