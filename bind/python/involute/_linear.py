# SPDX-License-Identifier: BSD-3-Clause
"""Models to first order, and steady states."""
from __future__ import annotations

import ctypes
import html
import math
from ctypes import POINTER, Structure, c_char_p, c_double, c_int, c_void_p
from dataclasses import dataclass
from typing import Any, Dict, Iterator, List

import numpy as np

from . import _library as lib

FloatArray = Any  # an array of floats
AT_START, AT_TIME, AT_POINT, AT_STEADY = range(4)

_doubles = POINTER(c_double)
_texts = POINTER(c_char_p)


class _Linear(Structure):
    """invo_linear"""

    _fields_ = [("t", c_double), ("states", c_int), ("inputs", c_int), ("outputs", c_int), ("state", _texts),
                ("value", _doubles), ("input", _texts), ("output", _texts), ("a", _doubles), ("b", _doubles),
                ("c", _doubles), ("d", _doubles), ("pole_re", _doubles), ("pole_im", _doubles), ("rate", c_double),
                ("columns", c_int), ("column", _texts), ("point", _doubles)]


class _Steady(Structure):
    """invo_steady"""

    _fields_ = [("t", c_double), ("units", c_double), ("free", c_int), ("depends_on_time", c_int), ("from_time", c_double),
                ("columns", c_int), ("column", _texts), ("point", _doubles)]


_linearize = lib._declare("invo_model_linearize", c_int, c_void_p, POINTER(lib.Options), c_int, c_double, c_char_p,
                          POINTER(POINTER(_Linear)))
_linear_free = lib._declare("invo_linear_free", None, POINTER(_Linear))
_steady = lib._declare("invo_model_steady", c_int, c_void_p, POINTER(lib.Options), POINTER(POINTER(_Steady)))
_steady_free = lib._declare("invo_steady_free", None, POINTER(_Steady))


def _matrix(at: Any, rows: int, columns: int) -> FloatArray:
    values = np.array([at[k] for k in range(rows*columns)], dtype=float)
    return values.reshape((rows, columns), order="F")


def _names(at: Any, count: int) -> List[str]:
    return [lib.decode(at[k]) for k in range(count)]


def _values(r: Any) -> Dict[str, float]:
    return {lib.decode(r.column[k]): float(r.point[k]) for k in range(r.columns)}


@dataclass(frozen=True)
class LinearSystem:
    """A model to first order along its solution: s' = A s + B u, y = C s + D u for small changes.

    `A, B, C, D = m.linearize()` takes it apart, `scipy.signal.StateSpace(*m.linearize())` hands it on.
    """

    A: FloatArray
    B: FloatArray
    C: FloatArray
    D: FloatArray
    states: List[str]  #: coordinates, as many as there are degrees of freedom, that determine all others
    inputs: List[str]  #: those that the model declares; "der(u)" where the derivative of one counts, too
    outputs: List[str]
    poles: FloatArray  #: eigenvalues of A, by decreasing real part
    t: float
    point: Dict[str, float]  #: all values there
    rate: float  #: the largest rate of change there, in nominal sizes; 0: it rests

    def __iter__(self) -> Iterator[FloatArray]:
        return iter((self.A, self.B, self.C, self.D))

    @property
    def is_steady(self) -> bool:
        """Whether nothing moves at the point: poles tell of stability only then."""
        return self.rate < 1e-8

    def __str__(self) -> str:
        poles = ", ".join(f"{p.real:.6g}" if p.imag == 0 else f"{p:.6g}" for p in self.poles)
        return (f"linear at t = {self.t:.6g}: states {', '.join(self.states) or 'none'}; inputs "
                f"{', '.join(self.inputs) or 'none'}; outputs {', '.join(self.outputs) or 'none'}; poles {poles}")

    def _repr_html_(self) -> str:
        rows = "".join(f"<tr><td>{p.real:.6g}</td><td>{p.imag:.6g}</td></tr>" for p in self.poles)
        return (f"<p>{html.escape(str(self).split('; poles')[0])}</p><table><tr><th>pole</th><th>imaginary</th></tr>"
                f"{rows}</table>")


@dataclass(frozen=True)
class SteadyState:
    """A point on all constraints where nothing changes."""

    point: Dict[str, float]  #: all values there
    t: float  #: the time that is held
    units: float  #: the largest residual of an equation, in units of round-off
    free: int  #: it is one of a family of so many dimensions; 0: it is isolated
    depends_on_time: bool  #: the equations do: it is a steady state for this t only

    def __getitem__(self, name: Any) -> float:
        return self.point[getattr(name, "name", None) or name]

    def __str__(self) -> str:
        shown = [f"{name} = {value:.6g}" for name, value in self.point.items()
                 if name != "time" and not name.startswith("der(")]
        more = f", one of a family of {self.free} dimensions" if self.free else ""
        return f"steady state{more}: " + ", ".join(shown[:12]) + (", ..." if len(shown) > 12 else "")


def linearize(core: lib.Core, o: lib.Options, at: int, t: float, outputs: Any, watched: Any) -> LinearSystem:
    out = POINTER(_Linear)()
    names = None if outputs is None else lib.encode(",".join(outputs))
    try:
        status = watched(lambda: _linearize(core.pointer, ctypes.byref(o), at, t, names, ctypes.byref(out)))
        if not out:
            lib.raise_status(core.context, status)
        l = out.contents
        n, m, k = l.states, l.inputs, l.outputs
        poles = np.array([complex(l.pole_re[i], l.pole_im[i]) for i in range(n)], dtype=complex)
        return LinearSystem(_matrix(l.a, n, n), _matrix(l.b, n, m), _matrix(l.c, k, n), _matrix(l.d, k, m),
                            _names(l.state, n), _names(l.input, m), _names(l.output, k), poles, l.t, _values(l), l.rate)
    finally:
        _linear_free(out)


def steady(core: lib.Core, o: lib.Options, watched: Any) -> SteadyState:
    out = POINTER(_Steady)()
    try:
        status = watched(lambda: _steady(core.pointer, ctypes.byref(o), ctypes.byref(out)))
        if not out:
            lib.raise_status(core.context, status)
        s = out.contents
        return SteadyState(_values(s), s.t, s.units, s.free, bool(s.depends_on_time))
    finally:
        _steady_free(out)


def is_time(value: Any) -> bool:
    return isinstance(value, (int, float, np.integer, np.floating)) and not isinstance(value, bool) and math.isfinite(value)
