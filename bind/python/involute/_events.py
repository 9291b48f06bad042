# SPDX-License-Identifier: BSD-3-Clause
"""Events that a run records, or ends at: zeros of expressions, beside the events of the model itself."""
from __future__ import annotations

import ctypes
import math
from array import array
from ctypes import CFUNCTYPE, POINTER, Structure, c_char_p, c_double, c_int, c_void_p
from dataclasses import dataclass
from typing import Any, Callable, Dict, List, Optional, Tuple

import numpy as np

from . import _library as lib
from ._expression import Expr, Relation
from ._library import argument_error

KINDS = ("explicit", "hidden", "invariant", "redundant", "top")  #: of rows of the ledger, as invo_row_kind


class _Crossing(Structure):
    """invo_crossing"""

    _fields_ = [("sections", c_int), ("section", c_void_p), ("number", c_int), ("direction", c_int), ("columns", c_int),
                ("column", POINTER(c_char_p)), ("row", POINTER(c_double))]


_CROSSING = CFUNCTYPE(None, c_void_p, POINTER(_Crossing))


@dataclass(frozen=True)
class Event:
    """Something happened in a run."""

    t: float
    name: str  #: "h < 0", or "time"; of a zero that was asked for, its expression
    direction: int = 0  #: of a zero: 1 where the expression becomes positive, -1 negative
    values: Optional[Dict[str, float]] = None  #: of a zero: all values there


@dataclass(frozen=True)
class Zero:
    """What run(events=...) looks for: where an expression passes zero.

    expression  one of the model, x - 0.5, or a text in the model language, "x - 0.5"
    direction   1: where it becomes positive, -1: negative, 0: both
    terminal    the first one ends the run
    name        what sol.events calls it; else the expression itself
    """

    expression: Any
    direction: int = 0
    terminal: bool = False
    name: Optional[str] = None


_SIGN = {"less": -1, "less_equal": -1, "greater": 1, "greater_equal": 1}


def _text(x: Expr) -> str:
    out = c_void_p()
    x._builder.context.check(lib.expr_text(x._handle, ctypes.byref(out)))
    text = lib.taken(out)
    if text.endswith("..."):
        raise argument_error("an event's expression is too long; give it a variable of its own")
    return text


@dataclass(frozen=True)
class _Wanted:
    text: str
    name: str
    direction: int
    terminal: bool


def _wanted(given: Any) -> _Wanted:
    zero = given if isinstance(given, Zero) else Zero(given)
    x, direction = zero.expression, zero.direction
    name = zero.name
    if direction not in (-1, 0, 1):
        raise argument_error(f"the direction of an event is -1, 0 or 1, found {direction!r}")
    if isinstance(x, Relation):
        if x.word not in _SIGN:
            raise argument_error("an event is a zero of an expression, as x - 0.5, or a condition with < or >")
        name = name or _text(x)
        direction = direction or _SIGN[x.word]
        x = x.left - x.right
    if isinstance(x, Expr):
        text = _text(x)
        return _Wanted(text, name or text, direction, zero.terminal)
    if isinstance(x, str):
        return _Wanted(x, name or x, direction, zero.terminal)
    raise argument_error("events are expressions of the model, texts in its language or involute.Zero(...), found "
                         f"{type(x).__name__}; solve_ivp takes functions")


class Recorder:
    """The zeros that a run has met, in order."""

    def __init__(self, events: Any, core: lib.Core, o: lib.Options, watch: lib.Watch) -> None:
        listed = list(events) if isinstance(events, (list, tuple)) else [] if events is None else [events]
        self.wanted = [_wanted(one) for one in listed]
        self.found: List[Tuple[Event, List[float]]] = []
        self.end: Optional[Tuple[float, List[float]]] = None  #: the terminal one: time and row
        self.failure: Optional[BaseException] = None
        self.watch = watch
        self.names: List[str] = []
        self.crossings: List[List[float]] = []  #: of the model's own sections: number, direction, row
        self.sense = -1.0 if o.stop < (0.0 if math.isnan(o.start) else o.start) else 1.0
        for one in self.wanted:
            core.context.check(lib.model_section(core.pointer, lib.encode(one.text)))
        self.callback = _CROSSING(self._take)
        o.crossing = ctypes.cast(self.callback, c_void_p)
        o.recorder = self  # lives as long as the options

    def _take(self, _: Any, crossing: Any) -> None:
        try:
            self._record(crossing.contents)
        except BaseException as e:
            self.failure = self.failure or e
            self.watch.stop = 1

    def _record(self, x: _Crossing) -> None:
        number = x.number - (x.sections - len(self.wanted))  # the model's own sections come first
        if number < 0:
            self.crossings.append([x.number, x.direction, *x.row[:x.columns + 1]])
            return
        one = self.wanted[number]
        if one.direction not in (0, x.direction):
            return
        if not self.names:
            self.names = ["time", *[lib.decode(x.column[k]) for k in range(x.columns)]]
        row = [float(x.row[k]) for k in range(x.columns + 1)]
        self.found.append((Event(row[0], one.name, x.direction, dict(zip(self.names, row))), row))
        if one.terminal and (self.end is None or self.sense*row[0] < self.sense*self.end[0]):
            self.end = (row[0], row)
            self.watch.stop = 1

    def cut(self) -> None:
        """Forgets what lies beyond the terminal zero: a step tells its zeros in the order of the list."""
        if self.end is not None:
            last = self.sense*self.end[0]
            self.found = [(event, row) for event, row in self.found if self.sense*event.t <= last]
            self.crossings = [one for one in self.crossings if self.sense*one[2] <= last]


class _StepInfo(Structure):
    """invo_step_info"""

    _fields_ = [("t", c_double), ("h", c_double), ("order", c_int), ("units", c_double*len(KINDS))]


_STEP = CFUNCTYPE(None, c_void_p, POINTER(_StepInfo))


class StepRecorder:
    """Every step that a run takes."""

    def __init__(self, o: lib.Options) -> None:
        self.values = array("d")
        self.callback = _STEP(self._take)
        o.step_taken = ctypes.cast(self.callback, c_void_p)
        o.step_recorder = self  # lives as long as the options

    def _take(self, _: Any, step: Any) -> None:
        x = step.contents
        self.values.extend((x.t, x.h, x.order, *x.units))

    def table(self) -> Any:
        return np.array(self.values).reshape(-1, 3 + len(KINDS))


Progress = Callable[[float, int], Any]
