# SPDX-License-Identifier: BSD-3-Clause
"""Models from sympy."""
import numpy as np
import pytest

import involute

sp = pytest.importorskip("sympy")
from sympy.physics.mechanics import (KanesMethod, LagrangesMethod, Particle, Point, ReferenceFrame,  # noqa: E402
                                     RigidBody, dynamicsymbols, inertia)


def test_equations():
    x, y, F = dynamicsymbols("x y F")
    L, g = sp.symbols("L g")
    equations = [sp.Eq(x.diff().diff(), -F*x), y.diff().diff() + F*y + g, x**2 + y**2 - L**2]
    m = involute.from_sympy(equations, parameters={L: 1, g: 9.81}, start={x: 1, y.diff(): 1})
    sol = m.run(2, rtol=1e-9)
    assert sol.ledger.worst < 4
    assert sol["der(y)"][0] == 1
    assert sol.ledger[0].where.split(":")[0].endswith("test_sympy.py")


def test_functions():
    x, y = dynamicsymbols("x y")
    expressions = [sp.sin(x), sp.exp(-x), sp.sqrt(x), 1/sp.sqrt(x), x**sp.Rational(3, 2), x**-3, sp.pi*x/3, sp.Abs(-x),
                   sp.atan2(x, 2), sp.Max(x, sp.Rational(1, 2), 0), sp.Piecewise((x, x > 1), (2*x, x > 0.1), (0, True)),
                   sp.tan(x)/(x + 1)**2, sp.log(x)]
    for e in expressions:
        m = involute.from_sympy([x.diff(), y - e], start={x: 0.3}, fixed=[x])
        assert m.run(1).final["y"] == pytest.approx(float(e.subs(x, 0.3)), rel=1e-14)


def test_what_is_fixed_are_unknowns():
    x, y = dynamicsymbols("x y")
    for wrong in ("x", y, x.diff()):
        with pytest.raises(involute.Error, match="which is no unknown; there are x"):
            involute.from_sympy([x.diff() + x], start={x: 1}, fixed=[wrong])
    with pytest.raises(involute.Error, match="must be a number, and real"):
        involute.from_sympy([x.diff() + x], start={x: np.complex128(1j)})


def test_what_is_missing():
    x = dynamicsymbols("x")
    k = sp.Symbol("k")
    with pytest.raises(involute.Error, match="no value for k"):
        involute.from_sympy([x.diff() + k*x])
    with pytest.raises(involute.Error, match="no function that models have"):
        involute.from_sympy([x.diff() + sp.gamma(x)])


def chain(links):
    """A chain of rods that hangs from O: frame, coordinates, speeds, bodies, loads, its end."""
    n = len(links)
    q, u = dynamicsymbols(f"q1:{n + 1}"), dynamicsymbols(f"u1:{n + 1}")
    m, g = sp.symbols("m g")
    N, O = ReferenceFrame("N"), Point("O")
    O.set_vel(N, 0)
    P, bodies, loads = O, [], []
    for k, length in enumerate(links):
        A = N.orientnew(f"A{k}", "Axis", [q[k], N.z])
        A.set_ang_vel(N, u[k]*N.z)
        C, E = P.locatenew(f"C{k}", length*A.x/2), P.locatenew(f"E{k}", length*A.x)
        C.v2pt_theory(P, N, A)
        E.v2pt_theory(P, N, A)
        bodies.append(RigidBody(f"B{k}", C, A, m*length, (inertia(A, 0, 0, m*length**3/12), C)))
        loads.append((C, -m*length*g*N.y))
        P = E
    return N, O, P, q, u, bodies, loads, {m: 1, g: 9.81}


def energy(bodies, loads, N, O, q, u, values, sol):
    """The energy over a run, which nothing in the model keeps."""
    total = sum(b.kinetic_energy(N) for b in bodies) - sum(f.dot(b.masscenter.pos_from(O))
                                                           for b, (_, f) in zip(bodies, loads))
    function = sp.lambdify([*q, *u], total.subs(values), "numpy")
    speeds = [sol[str(s.func)] if str(s.func) in sol else sol[f"der({c.func})"] for s, c in zip(u, q)]
    return function(*[sol[str(c.func)] for c in q], *speeds)


def test_five_link_closed_pendulum():
    q, u = dynamicsymbols("q1:6"), dynamicsymbols("u1:6")
    m, L, g, d = sp.symbols("m L g d")
    N, O = ReferenceFrame("N"), Point("O")
    O.set_vel(N, 0)
    P, bodies, loads = O, [], []
    for k in range(5):
        A = N.orientnew(f"A{k}", "Axis", [q[k], N.z])
        A.set_ang_vel(N, u[k]*N.z)
        Q = P.locatenew(f"P{k}", L*A.x)
        Q.v2pt_theory(P, N, A)
        P = Q
        bodies.append(Particle(f"B{k}", P, m))
        loads.append((P, -m*g*N.y))
    gap = P.pos_from(O) - d*N.x
    kane = KanesMethod(N, q, u, [a.diff() - b for a, b in zip(q, u)])
    model = involute.from_sympy(kane, bodies=bodies, loads=loads, configuration_constraints=[gap.dot(N.x), gap.dot(N.y)],
                                parameters={m: 1, L: 1, g: 9.81, d: 3}, start=dict(zip(q, [-1.2, 0.1, 0, 0.2, 1.2])))
    sol = model.run(30, rtol=1e-8)
    assert sol.status == "done" and sol.ledger.worst < 4
    x = sum(np.cos(sol[f"q{k}"]) for k in range(1, 6))
    assert np.abs(x - 3).max() < 2e-15


def chebyshev(redundant):
    N, O, P, q, u, bodies, loads, values = chain([5, 2, 5])
    gap = P.pos_from(O) - 4*N.x
    elbow = bodies[1].masscenter.pos_from(O) + bodies[1].frame.x - 4*N.x
    loop = [gap.dot(N.x), gap.dot(N.y)] + ([elbow.dot(elbow) - 25] if redundant else [])
    return N, O, q, u, bodies, loads, values, loop


START = [1.15, 3.5, -0.8]


def test_chebyshev_linkage_with_a_redundant_constraint():
    N, O, q, u, bodies, loads, values, loop = chebyshev(True)
    kane = KanesMethod(N, q, u, [a.diff() - b for a, b in zip(q, u)])
    model = involute.from_sympy(kane, bodies=bodies, loads=loads, configuration_constraints=loop, parameters=values,
                                start=dict(zip(q, START)))
    sol = model.run(30, rtol=1e-10)
    assert sol.status == "done" and sol.ledger.worst < 4
    assert any(row.kind == "redundant" for row in sol.ledger)
    assert np.ptp(sol["q1"]) > 0.1
    e = energy(bodies, loads, N, O, q, u, values, sol)
    assert np.ptp(e) < 1e-6*np.abs(e).max()


def test_methods_agree():
    """Kane's method with multipliers, with its own dependent speeds, and Lagrange's method."""
    N, O, q, u, bodies, loads, values, loop = chebyshev(False)
    kinematic = [a.diff() - b for a, b in zip(q, u)]
    rates = {a.diff(): b for a, b in zip(q, u)}
    start = dict(zip(q, START))
    plain = KanesMethod(N, q, u, kinematic)
    dependent = KanesMethod(N, q[:1], u[:1], kinematic, q_dependent=q[1:], u_dependent=u[1:],
                            configuration_constraints=loop,
                            velocity_constraints=[c.diff(dynamicsymbols._t).subs(rates) for c in loop])
    dependent.kanes_equations(bodies, loads)
    kinetic = sum(b.kinetic_energy(N) for b in bodies).subs({b: a.diff() for a, b in zip(q, u)})
    height = sum(f.dot(b.masscenter.pos_from(O)) for b, (_, f) in zip(bodies, loads))
    lagrange = LagrangesMethod(kinetic + height, q, hol_coneqs=loop)
    lagrange.form_lagranges_equations()
    models = [involute.from_sympy(plain, bodies=bodies, loads=loads, configuration_constraints=loop, parameters=values,
                                  start=start),
              involute.from_sympy(dependent, parameters=values, start=start),
              involute.from_sympy(lagrange, parameters=values, start=start)]
    runs = [m.run(5, rtol=1e-11) for m in models]
    for sol in runs:
        assert sol.ledger.worst < 4
        assert np.abs(sol["q1"] - runs[0]["q1"]).max() < 1e-6


def test_rolling_disc_has_velocity_constraints():
    """A knife edge: a velocity constraint that no configuration constraint gives."""
    x, y, a, ux, uy, w = dynamicsymbols("x y a ux uy w")
    m, I, g = sp.symbols("m I g")
    N, O = ReferenceFrame("N"), Point("O")
    A = N.orientnew("A", "Axis", [a, N.z])
    A.set_ang_vel(N, w*N.z)
    C = O.locatenew("C", x*N.x + y*N.y)
    O.set_vel(N, 0)
    C.set_vel(N, ux*N.x + uy*N.y)
    body = RigidBody("B", C, A, m, (inertia(A, 0, 0, I), C))
    kane = KanesMethod(N, [x, y, a], [ux, uy, w], [x.diff() - ux, y.diff() - uy, a.diff() - w])
    model = involute.from_sympy(kane, bodies=[body], loads=[(C, m*g*N.x)],
                                velocity_constraints=[ux*sp.sin(a) - uy*sp.cos(a)], parameters={m: 1, I: 1, g: 1},
                                start={w: 1, x: 0, y: 0, a: 0}, fixed=[w, x, y, a])
    sol = model.run(6, rtol=1e-10)
    # On an incline it slides to the side and turns [Bloch, Nonholonomic mechanics, the knife edge].
    assert np.allclose(sol["x"], np.sin(sol.t)**2/2, atol=1e-7)
    assert np.allclose(sol["y"], (sol.t - np.sin(2*sol.t)/2)/2, atol=1e-7)
    assert sol.ledger.worst < 4
