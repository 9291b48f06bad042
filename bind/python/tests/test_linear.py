# SPDX-License-Identifier: BSD-3-Clause
"""Linear systems and steady states: against closed forms, the flow of runs, and scipy."""
import math

import numpy as np
import pytest

import involute
from involute import der
from test_models import pendulum

G = 9.81


def sorted_poles(poles):
    return sorted(poles, key=lambda p: (round(p.real, 6), round(p.imag, 6)))


@pytest.mark.parametrize("y, poles", [(-1, [1j*math.sqrt(G), -1j*math.sqrt(G)]), (1, [math.sqrt(G), -math.sqrt(G)])])
def test_a_pendulum_hanging_and_upright(y, poles):
    l = pendulum().linearize({"x": 0, "y": y})
    assert l.states == ["x", "der(x)"] and l.is_steady
    assert np.allclose(sorted_poles(l.poles), sorted_poles(poles), rtol=1e-13, atol=1e-13)
    assert np.allclose(l.A, [[0, 1], [y*G, 0]], rtol=1e-14, atol=1e-14)


def chain(n):
    """n point masses on rods of length 1, in Cartesian coordinates: index 3."""
    m = involute.Model("Chain")
    x, y = m.array("x", n, start=0), m.array("y", n, start=[-1.0 - k for k in range(n)])
    force = m.array("F", n)
    for k in range(n):
        dx, dy = (x[k] - x[k - 1], y[k] - y[k - 1]) if k else (x[0], y[0])
        below = (force[k + 1]*(x[k + 1] - x[k]), force[k + 1]*(y[k + 1] - y[k])) if k + 1 < n else (0, 0)
        m.equation(der(der(x[k])) == -force[k]*dx + below[0])
        m.equation(der(der(y[k])) == -force[k]*dy + below[1] - G)
        m.equation(dx**2 + dy**2 == 1)
    return m


def test_a_double_pendulum():
    l = chain(2).linearize()
    expected = [math.sqrt(G*(2 + s*math.sqrt(2))) for s in (1, -1)]
    assert np.allclose(sorted(p.imag for p in l.poles if p.imag > 0), sorted(expected), rtol=1e-13)
    assert np.allclose(l.poles.real, 0, atol=1e-12)


def test_a_chain_swings_with_the_zeros_of_a_laguerre_polynomial():
    """Frequencies of a chain of n equal masses and rods: omega^2 L / g are the zeros of L_n (Bernoulli)."""
    n = 6
    l = chain(n).linearize()
    zeros = np.polynomial.laguerre.Laguerre.basis(n).roots()
    assert len(l.states) == 2*n
    assert np.allclose(sorted(p.imag for p in l.poles if p.imag > 0), np.sqrt(G*np.sort(zeros)), rtol=1e-11)


def rlc():
    m = involute.Model("RLC")
    u = m.input("u")
    i, v, voltage = m.variables("i v vl", start=[0, 0, 0])
    R, L, C = m.parameters("R L C", [2, 0.5, 0.1])
    m.equation(L*der(i) == voltage)
    m.equation(C*der(v) == i)
    m.equation(u == R*i + voltage + v)
    m.output("y", v)
    return m


def test_an_rlc_circuit_with_input_and_output():
    l = rlc().linearize()
    assert (l.states, l.inputs, l.outputs) == (["i", "v"], ["u"], ["y"])
    assert np.allclose(l.A, [[-4, -2], [10, 0]], rtol=1e-15) and np.allclose(l.B, [[2], [0]], rtol=1e-15)
    assert np.array_equal(l.C, [[0, 1]]) and np.array_equal(l.D, [[0]])
    A, B, C, D = l
    assert A is l.A and D is l.D


def test_scipy_takes_it():
    signal = pytest.importorskip("scipy.signal")
    system = signal.StateSpace(*rlc().linearize())
    w = np.array([0.3, 3.0, 30.0])
    _, response = signal.freqresp(system, w)
    assert np.allclose(response, 1/(1 - 0.05*w**2 + 0.2j*w), rtol=1e-12)
    t = np.linspace(0, 3, 7)
    _, y = signal.step(system, T=t)
    sol = rlc().run(3, points=6, rtol=1e-10, inputs={"u": ([0, 3], [1, 1])})
    assert np.allclose(sol["y"], y, atol=1e-8)


def test_index_1_and_2():
    m = involute.Model()
    x, z = m.variables("x z", start=[1, 1])
    m.equation(der(x) == -3*z)
    m.equation(z**3 + z == 2*x)
    assert np.allclose(m.linearize({"x": 1, "z": 1}).A, [[-3*2/4]], rtol=1e-14)
    m = involute.Model()
    x, y, force = m.variables("x y f", start=[0, 0, 0])
    u = m.input("u")
    m.equation(der(x) == force - x)
    m.equation(der(y) == x - 2*y)
    m.equation(x == u)  # index 2: f = u + der(u)
    l = m.linearize(outputs=[force])
    assert l.states == ["y"] and l.inputs == ["u", "der(u)"]
    assert np.array_equal(l.A, [[-2]]) and np.array_equal(l.B, [[1, 0]]) and np.array_equal(l.D, [[1, 1]])


def test_derivatives_of_inputs_count_where_a_motion_is_given():
    m = involute.Model("Drive")
    u = m.input("u")
    x, force = m.variables("x F")
    m.equation(x == u)
    m.equation(3*der(der(x)) == force)
    l = m.linearize(outputs="F")
    assert l.states == [] and l.inputs == ["u", "der(der(u))"] and np.array_equal(l.D, [[0, 3]])


def test_a_crane():
    m = involute.Model("Crane")
    s = m.input("s")
    x, y, force = m.variables("x y F", start=[0, -2, 0])
    m.equation(der(der(x)) == -force*(x - s))
    m.equation(der(der(y)) == -force*y - G)
    m.equation((x - s)**2 + y**2 == 4)
    l = m.linearize("steady")
    assert l.states == ["x", "der(x)"] and l.inputs == ["s"]
    assert np.allclose(l.A, [[0, 1], [-G/2, 0]], rtol=1e-13) and np.allclose(l.B, [[0], [G/2]], rtol=1e-13)


def flow(m, names, point, dt, **options):
    sol = m.run((0, dt), start=point, rtol=1e-13, atol=1e-15, points=1, **options)
    return np.array([sol[name][-1] for name in names])


def exponential(a):
    """exp(a) by its series, of a small matrix."""
    term = total = np.eye(len(a))
    for k in range(1, 30):
        term = term @ a/k
        total = total + term
    return total


def test_the_flow_near_a_steady_state_is_the_exponential():
    m, dt, eps = chain(2), 0.1, 1e-5
    l = m.linearize()
    expected = exponential(l.A*dt)
    for k, name in enumerate(l.states):
        ends = []
        for sign in (1, -1):
            start = {s: l.point[s] for s in l.states}
            start[name] += sign*eps
            fixed = chain(2)
            for s in l.states:  # the states hold exactly, the others follow
                order, bare = s.count("der("), s.replace("der(", "").rstrip(")")
                fixed.initial(der(fixed[bare], order) == start[s])
            ends.append(flow(fixed, l.states, {}, dt))
        assert np.allclose((ends[0] - ends[1])/(2*eps), expected[:, k], atol=1e-7)


def moving_pendulum():
    m = involute.Model("Pendulum")
    x, y = m.variables("x y", start=[0.6, -0.8])
    force = m.variable("F")
    m.equation(der(der(x)) == -force*x)
    m.equation(der(der(y)) == -force*y - G)
    m.equation(x**2 + y**2 == 1)
    return m


def test_the_system_along_a_motion_is_the_derivative_of_the_flow():
    """Phi' = A(t) Phi along the solution: the flow's derivative is that of the time-dependent system."""
    m, t0, dt, eps = moving_pendulum(), 0.3, 1e-3, 1e-6
    l = m.linearize(t0, rtol=1e-12)
    assert not l.is_steady and l.t == t0
    ends = {}
    for k, name in enumerate(l.states):
        for sign in (1, -1):
            near = moving_pendulum()
            for s in l.states:
                order, bare = s.count("der("), s.replace("der(", "").rstrip(")")
                near.initial(der(near[bare], order) == l.point[s] + sign*eps*(s == name))
            guess = {v: l.point[v] for v in ("x", "y", "F")}
            for h in (dt, -dt):
                ends[k, sign, h] = flow(near, l.states, guess, h)
    slope = np.column_stack([((ends[k, 1, dt] - ends[k, -1, dt]) - (ends[k, 1, -dt] - ends[k, -1, -dt]))/(4*eps*dt)
                             for k in range(len(l.states))])
    assert np.allclose(slope, l.A, atol=1e-4*np.abs(l.A).max())


def test_redundant_constraints_and_singular_points():
    m = moving_pendulum()
    x, y = m["x"], m["y"]
    m.equation(2*x**2 + 2*y**2 == 2, name="again")
    assert np.allclose(sorted_poles(m.linearize({"x": 0, "y": -1}).poles), [-1j*math.sqrt(G), 1j*math.sqrt(G)], atol=1e-12)
    m = involute.Model("Cone")  # z^2 = x^2 + y^2 has no tangent plane at its tip
    x, y, z = m.variables("x y z", start=[1, 0, 1])
    m.equation(der(x) == -x)
    m.equation(der(y) == -y)
    m.equation(z**2 == x**2 + y**2)
    assert len(m.linearize().states) == 2
    with pytest.raises(involute.Error) as e:
        m.linearize({"x": 0, "y": 0, "z": 0})
    assert e.value.status in ("E_SINGULAR", "E_INCONSISTENT", "E_DOMAIN")


def test_the_mode_of_the_time():
    m = involute.parse("""
model Switch
  Real x(start = 2, fixed = true);
equation
  der(x) = if x > 1 then -3*x else -x/2;
end Switch;""")
    assert m.linearize(0.1).poles == pytest.approx([-3])
    assert m.linearize(1).poles == pytest.approx([-0.5])
    assert m.linearize({"x": 0.2}).poles == pytest.approx([-0.5])


def damped(drag):
    m = involute.Model("Damped")
    x, y = m.variables("x y", start=[1, 0])
    force = m.variable("F")
    c = m.parameter("c", drag)
    m.equation(der(der(x)) == -force*x - c*der(x))
    m.equation(der(der(y)) == -force*y - c*der(y) - G)
    m.equation(x**2 + y**2 == 1)
    return m


def test_steady_states_are_where_damped_runs_end():
    m = damped(2)
    s = m.steady()
    end = m.run(60, rtol=1e-9).final
    assert s.units < 16 and s.free == 0 and not s.depends_on_time
    for name in ("x", "y", "F"):
        assert s[name] == pytest.approx(end[name], abs=1e-8)
    l = m.linearize(s)
    assert l.is_steady and np.allclose(l.poles.real, -1, rtol=1e-12) and max(l.poles.imag) == pytest.approx(math.sqrt(G - 1))


def test_steady_states_near_start_values():
    assert pendulum().steady(start={"x": 0.1, "y": 0.9})["y"] == pytest.approx(1, abs=1e-12)
    assert pendulum().steady(start={"x": 0.1, "y": -0.9})["y"] == pytest.approx(-1, abs=1e-12)
    assert rlc().steady(parameters={"u": 4})["v"] == pytest.approx(4)


def test_steady_states_of_a_family():
    m = involute.Model()
    a, b = m.variables("a b", start=[3, 1])
    m.equation(der(a) == -2*a + b)
    m.equation(der(b) == 2*a - b)
    s = m.steady()
    assert s.free == 1 and s["b"] == pytest.approx(2*s["a"])


def test_what_has_no_steady_state():
    m = involute.Model()
    x = m.variable("x", start=0)
    m.equation(der(x) == 1 + x**2)
    with pytest.raises(involute.Error, match="no steady state was found") as e:
        m.steady(stop=1)
    assert e.value.status == "E_INCONSISTENT" and "der(x)" in str(e.value)


def test_arguments_that_are_wrong():
    m = pendulum()
    with pytest.raises(involute.Error, match="linearized at a time"):
        m.linearize("here")
    with pytest.raises(involute.Error, match="no variable 'w'"):
        m.linearize(outputs=["w"])
    with pytest.raises(involute.Error, match="no parameter or variable 'w'"):
        m.linearize({"w": 1})
    with pytest.raises(involute.Error, match="contradict|fixed"):
        m.linearize({"x": 0.5, "y": 0.5})
