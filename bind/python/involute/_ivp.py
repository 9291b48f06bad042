# SPDX-License-Identifier: BSD-3-Clause
"""solve_ivp: right sides in Python, with scipy's signature, and constraints that hold to round-off."""
from __future__ import annotations

import ctypes
import math
import threading
from ctypes import CFUNCTYPE, POINTER, Structure, c_char, c_char_p, c_double, c_int, c_void_p
from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple

import numpy as np

from . import _library as lib
from ._expression import real_number, reals
from ._library import Error, argument_error
from ._model import Interrupted, run_watched, set_option
from ._solution import ledger_of, rows_of

_doubles = POINTER(c_double)
_FIELD = CFUNCTYPE(None, c_void_p, _doubles, _doubles)
_DIRECTION = CFUNCTYPE(c_int, c_void_p, _doubles, _doubles)

# scipy's names; its implicit multistep methods stand for a stiff method
METHODS = {"RK45": "dopri54", "RK23": "bs32", "DOP853": "dop853", "Radau": "radau2a5", "BDF": "radau", "LSODA": "radau"}


class _Coordinate(Structure):
    """invo_coordinate"""

    _fields_ = [("name", c_char_p), ("nominal", c_double), ("derivative", c_int), ("order", c_int)]


class _System(Structure):
    """invo_system: its beginning, which is filled in here; invo_system_init sets all of it."""

    _fields_ = [("name", c_char_p), ("coordinates", c_int), ("coordinate", POINTER(_Coordinate)), ("start", _doubles),
                ("fixed", _doubles), ("tops", c_int), ("constraints", c_int), ("invariants", c_int), ("rows", c_int),
                ("row", POINTER(lib.Row)), ("columns", c_int), ("column", c_void_p), ("self", c_void_p),
                ("constraint", _FIELD), ("jacobian", _FIELD), ("jacobian_pattern", c_void_p), ("hessian", c_void_p),
                ("hessian_pattern", c_void_p), ("direction", _DIRECTION), ("rest", c_char*8192)]


_system_init = lib._declare("invo_system_init", None, POINTER(_System))
_system_run = lib._declare("invo_system_run", c_int, c_void_p, POINTER(_System), POINTER(lib.Options),
                           POINTER(c_void_p))


class OdeResult(Dict[str, Any]):
    """What solve_ivp gives, as attributes and by name; ledger: how well the constraints have held."""

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None

    def __repr__(self) -> str:
        return "\n".join(f"{name:>8}: {value!r}" for name, value in self.items())


class OdeSolution:
    """The solution at any time of the run: the method's interpolant on all constraints."""

    def __init__(self, problem: "_Problem", result: lib.Result) -> None:
        self._problem = problem
        self._result = result

    def __call__(self, t: Any) -> Any:
        times = reals(t)
        rows = np.empty((times.size, self._problem.n + 1))
        with self._problem.lock:
            for k, one in enumerate(times.ravel()):
                status = lib.result_at(self._result.pointer, float(one), rows[k].ctypes.data_as(_doubles))
                self._problem.rethrow()
                self._problem.context.check(status)
        return rows[:, 1:].T if times.ndim else rows[0, 1:].copy()


class _Problem:
    """The functions of the user as those of the library; lives as long as results of it."""

    def __init__(self, fun: Callable[..., Any], t0: float, y0: Any, args: Tuple[Any, ...],
                 constraints: Optional[Callable[..., Any]], invariants: Optional[Callable[..., Any]]) -> None:
        self.context = lib.Context()
        self.lock = threading.RLock()  # the library computes other times of a result for one thread at a time
        self.fun, self.args = fun, args
        self.functions = [f for f in (constraints, invariants) if f is not None]
        self.n = len(y0)
        self.calls = 0
        self.failure: Optional[BaseException] = None
        self.watch: Optional[lib.Watch] = None
        counts = [len(self._value(f, t0, y0)) for f in self.functions]
        self.fixed = counts[0] if constraints is not None else 0
        self.offset = np.zeros(sum(counts))
        if invariants is not None:
            self.offset[self.fixed:] = self._real(self._value(invariants, t0, y0), t0)
        self.start = np.concatenate([[t0], y0])
        self.by_complex = bool(len(self.offset)) and self._is_analytic()
        self._fill()

    def _value(self, f: Callable[..., Any], t: Any, y: Any) -> Any:
        return np.atleast_1d(np.asarray(f(t, y, *self.args))).ravel()

    @staticmethod
    def _real(values: Any, t: float) -> Any:
        """What a function gives at a real point."""
        if np.any(np.imag(values) != 0):
            raise Error(f"a function of solve_ivp gives complex values at the real point t = {t:.10g}: {values!r}; solve for real "
                        "and imaginary parts as two unknowns")
        return np.real(values)

    def phi(self, u: Any) -> Any:
        parts = [self._value(f, u[0], u[1:]) for f in self.functions]
        return np.concatenate(parts) - self.offset

    def _is_analytic(self) -> bool:
        """Whether the functions take complex numbers and their imaginary parts are derivatives."""
        u = self.start + 0.01*(1 + np.abs(self.start))*np.cos(1 + np.arange(len(self.start)))
        h = 1e-6*(1 + np.abs(u))
        try:
            exact = self.complex_jacobian(u)
            rough = np.array([(self.phi(u + h*e) - self.phi(u - h*e))/(2*h[k])
                              for k, e in enumerate(np.eye(len(u)))], dtype=float).T
        except Exception:
            return False
        size = 1e-6*(1 + np.abs(exact).max(initial=0.0))
        return bool(np.all(np.isfinite(exact)) and np.all(np.abs(exact - rough) <= 1e3*size))

    def complex_jacobian(self, u: Any) -> Any:
        h = 1e-200
        return np.array([np.imag(self.phi(u + 1j*h*e))/h for e in np.eye(len(u))], dtype=float).T

    def _guarded(self, work: Callable[[], None]) -> int:
        """An exception of a user's function ends the run and is raised after it."""
        try:
            work()
            return 0
        except BaseException as e:
            if self.failure is None:
                self.failure = e
            if self.watch is not None:
                self.watch.stop = 1
            return 1

    def rethrow(self) -> None:
        if self.failure is not None:
            failure, self.failure = self.failure, None
            raise failure

    def _fill(self) -> None:
        n, m = self.n + 1, len(self.offset)

        def at(u: Any) -> Any:
            return np.ctypeslib.as_array(u, (n,)).copy()

        def write(out: Any, function: Callable[[Any], Any], u: Any) -> None:
            def work() -> None:
                out[...] = function(at(u))
            if self._guarded(work):
                out[...] = math.nan

        def direction(_: Any, u: Any, v: Any) -> int:
            def work() -> None:
                self.calls += 1
                p = at(u)
                out = np.ctypeslib.as_array(v, (n,))
                out[0] = 1.0
                out[1:] = self._real(self.fun(float(p[0]), p[1:], *self.args), float(p[0]))
            return self._guarded(work)

        def constraint(_: Any, u: Any, phi: Any) -> None:
            write(np.ctypeslib.as_array(phi, (m,)), lambda p: self._real(self.phi(p), float(p[0])), u)

        def jacobian(_: Any, u: Any, value: Any) -> None:
            write(np.ctypeslib.as_array(value, (m, n)), self.complex_jacobian, u)

        s = self.system = _System()
        _system_init(ctypes.byref(s))
        self.names = [b"time", *[f"y[{k + 1}]".encode() for k in range(self.n)]]
        self.coordinates = (_Coordinate*n)(*[_Coordinate(name, 1.0, 0, 0) for name in self.names])
        self.texts = [text.encode() for text in self._row_texts()]
        self.rows = (lib.Row*max(m, 1))(*[lib.Row(text, b"", 0, 0 if k < self.fixed else 2, None)
                                          for k, text in enumerate(self.texts)])
        s.name = b"solve_ivp"
        s.coordinates = n
        s.coordinate = self.coordinates
        s.start = self.start.ctypes.data_as(_doubles)
        s.direction = self.direction = _DIRECTION(direction)
        if m:
            s.constraints = m
            s.invariants = m - self.fixed
            s.rows = m
            s.row = self.rows
            s.constraint = self.constraint = _FIELD(constraint)
            if self.by_complex:
                s.jacobian = self.jacobian = _FIELD(jacobian)

    def _row_texts(self) -> List[str]:
        how = "derivatives by complex step" if self.by_complex else "derivatives by differences"
        count = len(self.offset)
        return ([f"constraints[{k}] = 0 ({how})" for k in range(self.fixed)]
                + [f"invariants[{k}] = {self.offset[self.fixed + k]:.6g} ({how})" for k in range(count - self.fixed)])

    def run(self, o: lib.Options) -> Tuple[int, Optional[lib.Result]]:
        out = c_void_p()
        self.watch = lib.Watch(math.nan, 0, 0)
        call = lambda: _system_run(self.context.pointer, ctypes.byref(self.system), ctypes.byref(o), ctypes.byref(out))
        status = run_watched(call, o, self.watch, None, calls_back=True)
        result = lib.Result(out.value, self) if out.value else None
        self.rethrow()  # the result is freed then
        return status, result


def _options(problem: _Problem, t_span: Tuple[float, float], given: Dict[str, Any]) -> Tuple[lib.Options, List[bytes]]:
    o = lib.Options()
    lib.options_init(ctypes.byref(o))
    kept: List[bytes] = []
    for field, value in {"start": t_span[0], "stop": t_span[1], "steps": True, **given}.items():
        if value is not None:
            set_option(problem.context, o, field, value, kept)
    o.dense = 1
    return o, kept


def solve_ivp(fun: Callable[..., Any], t_span: Sequence[float], y0: Any, method: str = "auto", t_eval: Any = None,
              dense_output: bool = False, events: Any = None, vectorized: bool = False, args: Optional[Sequence[Any]] = None,
              *, constraints: Optional[Callable[..., Any]] = None, invariants: Optional[Callable[..., Any]] = None,
              rtol: float = 1e-6, atol: Optional[float] = None, max_step: Optional[float] = None,
              first_step: Optional[float] = None, **options: Any) -> OdeResult:
    """Solves y' = fun(t, y) as scipy.integrate.solve_ivp does, on constraints.

    constraints  a function g(t, y) of values that are zero; fun must keep them: every step is brought back onto them
    invariants   a function h(t, y) of values that stay as they are at the start
    method       one of `involute methods`, or a name of scipy's
    options      others of Model.run: max_steps, retraction, ...

    Derivatives of constraints and invariants are exact, by complex steps, where the functions take complex numbers, else
    by differences; the ledger of the result says which.

    >>> import numpy as np, involute
    >>> sol = involute.solve_ivp(lambda t, y: [-y[1], y[0]], (0, 100), [1, 0],
    ...                          invariants=lambda t, y: y[0]**2 + y[1]**2)
    >>> bool(abs(sol.y[0]**2 + sol.y[1]**2 - 1).max() < 1e-15)
    True
    """
    t0, t1 = (real_number("a time of t_span", t) for t in t_span)
    if np.iscomplexobj(y0):
        raise argument_error(f"y0 must be real, found {y0!r}; solve for real and imaginary parts as two unknowns")
    y = np.atleast_1d(np.asarray(y0, dtype=float)).ravel()
    times = None if t_eval is None else _checked_times(t_eval, t0, t1)
    for field in ("every", "points", "steps"):
        if field in options:
            raise argument_error(f"solve_ivp has no option '{field}': its rows are the steps, where it looks for events; t_eval "
                                 "gives the solution at other times")
    if vectorized:
        plain = fun
        fun = lambda t, y, *a: np.asarray(plain(t, y[:, None], *a)).ravel()
    problem = _Problem(fun, t0, y, tuple(args or ()), constraints, invariants)
    o, kept = _options(problem, (t0, t1), dict(method=METHODS.get(method, method), rtol=rtol, atol=atol,
                                               max_step=None if max_step == math.inf else max_step,
                                               first_step=first_step, **options))
    status, result = problem.run(o)
    if result is None or not lib.result_rows(result.pointer):
        if lib.is_interrupt(status):
            raise Interrupted(None)
        raise problem.context.error(status)
    message = lib.decode(lib.context_message(problem.context.pointer)).rstrip("\n")
    rows = rows_of(result)
    found = _Events(events, problem.args, OdeSolution(problem, result), rows)
    if found.end is not None:
        rows = found.cut(rows)
        status = 0
    if times is not None:
        rows = _rows_at(times, rows, OdeSolution(problem, result))
    s = lib.result_statistics(result.pointer).contents
    answer = OdeResult(
        end=float(lib.result_final(result.pointer)[0]) if found.end is None else found.end,
        message=message or ("a termination event occurred" if found.end is not None else "done"),
        success=status == 0, status=1 if found.end is not None else (-1 if status else 0), t=rows[:, 0],
        y=rows[:, 1:].T, sol=OdeSolution(problem, result) if dense_output else None, t_events=found.t, y_events=found.y,
        nfev=problem.calls, njev=s.jacobians, nlu=s.factorizations, ledger=ledger_of(result))
    if found.end is None and lib.is_interrupt(status):
        raise Interrupted(answer)
    return answer


def _checked_times(t_eval: Any, t0: float, t1: float) -> Any:
    """Times within the span, in order; errors are those of scipy."""
    times = reals(t_eval)
    if times.ndim != 1:
        raise ValueError("`t_eval` must be 1-dimensional.")
    if not np.all((times >= min(t0, t1)) & (times <= max(t0, t1))):
        raise ValueError("Values in `t_eval` are not within `t_span`.")
    if not np.all(np.diff(times) > 0 if t1 > t0 else np.diff(times) < 0):
        raise ValueError("Values in `t_eval` are not properly sorted.")
    return times


def _rows_at(times: Any, rows: Any, sol: OdeSolution) -> Any:
    """The solution at the times asked for, as far as it goes."""
    low, high = min(rows[0, 0], rows[-1, 0]), max(rows[0, 0], rows[-1, 0])
    times = times[(times >= low) & (times <= high)]
    return np.column_stack([times, sol(times).T]) if len(times) else rows[:0]


class _Events:
    """Roots of functions of the solution, and where the first terminal one ends it."""

    def __init__(self, events: Any, args: Tuple[Any, ...], sol: OdeSolution, rows: Any) -> None:
        functions = [events] if callable(events) else list(events or [])
        self.t: Optional[List[Any]] = None
        self.y: Optional[List[Any]] = None
        self.end: Optional[float] = None
        if not functions:
            return
        forward = 1.0 if rows[-1, 0] >= rows[0, 0] else -1.0
        roots = [self._roots(f, args, sol, rows) for f in functions]
        ends = [times[0] for f, times in zip(functions, roots) if getattr(f, "terminal", False) and times]
        if ends:
            self.end = min(ends, key=lambda t: forward*t)
            roots = [[t for t in times if forward*t <= forward*self.end] for times in roots]
        self.t = [np.array(times) for times in roots]
        self.y = [np.array([sol(t) for t in times]) for times in roots]
        self._sol, self._forward = sol, forward

    def cut(self, rows: Any) -> Any:
        assert self.end is not None
        kept = rows[self._forward*rows[:, 0] < self._forward*self.end]
        return np.vstack([kept, np.concatenate([[self.end], self._sol(self.end)])])

    @staticmethod
    def _roots(f: Callable[..., Any], args: Tuple[Any, ...], sol: OdeSolution, rows: Any) -> List[float]:
        """Where f changes its sign between two steps."""
        direction = getattr(f, "direction", 0)
        g = [float(f(row[0], row[1:], *args)) for row in rows]
        roots = []
        for k in range(len(rows) - 1):
            before, after = g[k], g[k + 1]
            up, down = before <= 0 <= after, before >= 0 >= after
            if before == after or not (up if direction > 0 else down if direction < 0 else up or down):
                continue
            if before == 0 and k > 0:
                continue  # it was found as the end of the step before
            a, b = float(rows[k, 0]), float(rows[k + 1, 0])
            if before == 0 or after == 0:
                roots.append(a if before == 0 else b)
                continue
            roots.append(_root(lambda t: float(f(t, sol(t), *args)), a, b, before, after))
        return roots


def _root(g: Callable[[float], float], a: float, b: float, at_a: float, at_b: float) -> float:
    """Where g is zero between a and b, to round-off, by secants that keep it between them (Illinois)."""
    for k in range(200):
        t = b - at_b*(b - a)/(at_b - at_a) if k % 8 < 7 else a + (b - a)/2
        if not min(a, b) < t < max(a, b):
            t = a + (b - a)/2
        if t in (a, b):
            break
        value = g(t)
        if value == 0:
            return t
        if (value > 0) == (at_b > 0):
            b, at_b, at_a = t, value, at_a/2
        else:
            a, at_a, at_b = t, value, at_b/2
    return b
