# SPDX-License-Identifier: BSD-3-Clause
"""What a run gives: arrays by name, dense output, the ledger, events, counters."""
from __future__ import annotations

import ctypes
import html
import math
import os
import re
import threading
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Dict, Iterator, List, Optional, Sequence, Tuple, Union

import numpy as np

from . import _library as lib
from . import _tables
from ._events import KINDS, Event, Recorder, StepRecorder
from ._expression import Expr, reals
from ._library import argument_error

FloatArray = Any  # an array of floats


@dataclass(frozen=True)
class LedgerRow:
    """An equation, and how well it has held at every step and output row."""

    equation: str
    where: str  #: "file:line"
    kind: str  #: explicit, hidden, invariant, redundant or top
    level: int  #: how often it was differentiated
    max: float  #: its largest residual
    units: float  #: the same in units of round-off: below 4 it holds as well as doubles can show
    left_out: bool  #: a dependent or critical invariant that was not enforced all the time
    digits: float  #: decimal digits of its terms that round-off leaves; NaN: enough


class Ledger(List[LedgerRow]):
    """The rows of the ledger, worst first where it is printed."""

    @property
    def worst(self) -> float:
        """The largest residual of all rows, in units of round-off."""
        return max((row.units for row in self), default=0.0)

    def __str__(self) -> str:
        rows = [("equation", "where", "kind", "level", "max", "units")]
        for r in sorted(self, key=lambda row: -row.units):
            text = r.equation if len(r.equation) <= 60 else r.equation[:57] + "..."
            rows.append((text, r.where, r.kind, str(r.level), f"{r.max:.2g}", f"{r.units:.2g}"))
        width = [max(len(row[k]) for row in rows) for k in range(6)]
        return "\n".join("  ".join(cell.ljust(width[k]) if k < 3 else cell.rjust(width[k])
                                   for k, cell in enumerate(row)) for row in rows)

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{w}</th>" for w in ("equation", "where", "kind", "level", "max", "units"))
        body = "".join(
            f"<tr><td><code>{html.escape(r.equation)}</code></td><td>{html.escape(r.where)}</td><td>{r.kind}</td>"
            f"<td>{r.level}</td><td>{r.max:.2g}</td><td>{r.units:.2g}</td></tr>"
            for r in sorted(self, key=lambda row: -row.units))
        return f"<table><tr>{head}</tr>{body}</table>"


class Solution:
    """The result of a run, which depends neither on the model nor on later runs.

    sol.t, sol["x"], sol["der(x)"]   arrays over the output rows; "q" for all of q[1], q[2], ...
    sol(t)                           the solution at other times, on all constraints
    """

    def __init__(self, model_name: str, base: Optional[lib.Core], core: Optional[lib.Core], result: lib.Result,
                 options: lib.Options, kept: List[bytes], values: Tuple[str, ...], notes: str, was_interrupted: bool,
                 recorder: Optional[Recorder] = None, steps: Optional[StepRecorder] = None) -> None:
        self._lock = threading.RLock()  # for what the library computes or writes for one thread at a time
        self._result: Optional[lib.Result] = result
        self._core = core  # of a run that has kept its steps
        self._base = base  # the model as it was
        self._options: Optional[lib.Options] = options
        self._kept = kept
        self._values = values
        self._was_interrupted = was_interrupted
        self.model_name = model_name
        self.notes = notes  #: what was reported
        if steps:
            self._steps = steps.table()
        if recorder:
            self._recorder = recorder
            recorder.cut()
            if recorder.end:
                self._cut(*recorder.end)

    # What few solutions have.
    _recorder: Optional[Recorder] = None
    _steps: Optional[FloatArray] = None
    _final: Optional[FloatArray] = None
    _ledger: Optional[Ledger] = None
    _stored: Dict[str, Any] = {}  # of a solution that was stored: what the result told

    def _cut(self, t: float, row: List[float]) -> None:
        """The run ends at a terminal event: the last step went beyond it."""
        sense = 1.0 if len(self._rows) < 2 or self._rows[-1, 0] >= self._rows[0, 0] else -1.0
        self._final = np.array(row)
        self._rows = np.vstack([self._rows[sense*self._rows[:, 0] < sense*t], self._final])
        self.status, self.stopped_by = "done", "event"
        self._was_interrupted = True

    def _pointer(self) -> int:
        if self._result is None:
            raise argument_error("a solution that was stored or copied has its rows, not its run: run the model again")
        return self._result.pointer

    # --- storing ---

    def __getstate__(self) -> Dict[str, Any]:
        """Rows and all that is known of the run, but not the run itself: sol(t) and sol.report need a new one."""
        known = dict(names=self.names, ledger=self.ledger, events=self.events, stats=self.stats, settings=self.settings,
                     final=[self.final[name] for name in self.keys()])
        return dict(model_name=self.model_name, notes=self.notes, status=self.status, stopped_by=self.stopped_by,
                    rows=np.array(self._rows), steps=self._steps, known=known)

    def __setstate__(self, state: Dict[str, Any]) -> None:
        self._lock = threading.RLock()
        self._result = self._core = self._base = self._options = self._recorder = None
        self._steps = state["steps"]
        self._kept, self._values, self._was_interrupted = [], (), False
        self._stored = state["known"]
        self.model_name, self.notes = state["model_name"], state["notes"]
        self.status, self.stopped_by = state["status"], state["stopped_by"]
        self._rows = state["rows"]
        self._final = np.array(self._stored["final"])
        self._ledger = self._stored["ledger"]

    # --- rows ---

    @cached_property
    def status(self) -> str:
        """done, stopped or failed"""
        return lib.decode(lib.result_status(self._pointer()))

    @cached_property
    def stopped_by(self) -> str:
        """stop-time, event, ..."""
        return lib.decode(lib.result_stopped_by(self._pointer()))

    @cached_property
    def _rows(self) -> FloatArray:
        assert self._result is not None
        return rows_of(self._result)

    @cached_property
    def names(self) -> List[str]:
        """The columns, time not counted."""
        if self._result is None:
            return list(self._stored["names"])
        r = self._result.pointer
        return [lib.decode(lib.result_column(r, i)) for i in range(lib.result_columns(r))]

    @cached_property
    def _place(self) -> Dict[str, int]:
        return {name: i for i, name in enumerate(["time", *self.names])}

    @property
    def t(self) -> FloatArray:
        """The times of the output rows; each event has two, before and after it."""
        return self._rows[:, 0]

    def _column(self, key: Union[str, Expr]) -> Tuple[Any, Tuple[int, ...]]:
        """Which columns a name stands for, and the shape that they have."""
        name = key.name if isinstance(key, Expr) else key
        if not name and isinstance(key, Expr):
            raise KeyError(f"{key!r} is no column: give it a variable of its own, or compute it from the columns")
        if name in self._place:
            return self._place[name], ()
        pattern = re.compile(re.escape(name) + r"\[([\d,]+)\]$")
        inner = re.match(r"((?:der\()+)(.*?)(\)+)$", name)
        if inner:
            pattern = re.compile(re.escape(inner[1] + inner[2]) + r"\[([\d,]+)\]" + re.escape(inner[3]) + "$")
        found = [(tuple(map(int, m[1].split(","))), self._place[n]) for n in self.names for m in [pattern.match(n)] if m]
        if not found:
            raise KeyError(f"there is no column '{name}'; there are {', '.join(self.names[:20])}"
                           + (", ..." if len(self.names) > 20 else ""))
        shape = tuple(np.max([at for at, _ in found], axis=0))
        if len(found) != math.prod(shape):
            raise KeyError(f"elements of the array '{name}' are missing")
        return [place for _, place in sorted(found)], shape

    def __getitem__(self, key: Union[str, Expr]) -> FloatArray:
        place, shape = self._column(key)
        if shape == ():
            return self._rows[:, place]
        return self._rows[:, place].reshape((len(self._rows), *shape))

    def __contains__(self, key: Any) -> bool:
        try:
            self._column(key)
        except KeyError:
            return False
        return True

    def __len__(self) -> int:
        return len(self._rows)

    def keys(self) -> List[str]:
        return ["time", *self.names]

    @property
    def end(self) -> float:
        """The time that the run has reached, which may be behind the last output row."""
        return float(self._final[0]) if self._final is not None else float(lib.result_final(self._pointer())[0])

    @property
    def final(self) -> Dict[str, float]:
        """All values at the end of the run."""
        row = self._final if self._final is not None else lib.result_final(self._pointer())
        return {name: float(row[self._place[name]]) for name in self.keys()}

    # --- dense output ---

    def __call__(self, t: Any) -> Dict[str, Any]:
        """All values at the time t, or at an array of times: the method's interpolant, brought onto the constraints.

        >>> import involute
        >>> sol = involute.gallery("Pendulum").run(1, dense=True)
        >>> p = sol(0.123)
        >>> abs(p["x"]**2 + p["y"]**2 - 1) < 1e-15
        True
        """
        self._pointer()
        times = reals(t)
        rows = np.empty((times.size, len(self.names) + 1))
        with self._lock:
            self._fill(times, rows)
        return {name: rows[:, self._place[name]].reshape(times.shape) if times.ndim else float(rows[0, self._place[name]])
                for name in self.keys()}

    def _fill(self, times: FloatArray, rows: FloatArray) -> None:
        """All values at these times."""
        if self._core is None:
            self._run_dense()
        self._check_times(times)
        assert self._core is not None
        for k, one in enumerate(times.ravel()):
            if self._final is not None and one == self._final[0]:
                rows[k] = self._final
                continue
            out = rows[k].ctypes.data_as(ctypes.POINTER(ctypes.c_double))
            self._core.context.check(lib.result_at(self._pointer(), float(one), out))

    def _check_times(self, times: FloatArray) -> None:
        """Beyond a terminal event there is nothing, though the last step went there."""
        if self._recorder is None or self._recorder.end is None or not times.size:
            return
        low, high = sorted((float(self._rows[0, 0]), self.end))
        if not (np.min(times) >= low and np.max(times) <= high):
            raise argument_error(f"the run goes from {self._rows[0, 0]:.10g} to {self.end:.10g}, where a terminal event "
                                 "ends it")

    def _again(self) -> Tuple[lib.Core, lib.Options]:
        """The model and the options to repeat the run with, up to where it has come."""
        assert self._base is not None and self._options is not None
        core = self._base.copy()
        core.set(self._values)
        o = lib.Options()
        ctypes.pointer(o)[0] = self._options
        o.crossing = o.step_taken = None
        if self._was_interrupted:
            o.stop = self.end
        return core, o

    def _run_dense(self) -> None:
        """Runs once more and keeps the steps."""
        from ._model import execute
        core, o = self._again()
        o.dense = 1
        status, result = execute(core, o, None)
        if result is None or (status and self.status == "done"):
            raise core.context.error(status)
        self._core = core
        self._result = result

    # --- what else is known of the run ---

    @property
    def ledger(self) -> Ledger:
        """Every equation with its largest residual over the run."""
        with self._lock:
            if self._ledger is None:
                self._pointer()
                assert self._result is not None
                self._ledger = ledger_of(self._result)
            return self._ledger

    @property
    def events(self) -> List[Event]:
        """Events of the model and zeros that run(events=...) asked for, in order of time."""
        if self._result is None:
            return list(self._stored["events"])
        listed = [Event(e.t, lib.decode(e.name))
                  for e in lib.entries(lib.result_event, self._result.pointer, lib.EventRow)]
        if self._recorder is None:
            return listed
        sense = 1.0 if len(self._rows) < 2 or self._rows[-1, 0] >= self._rows[0, 0] else -1.0
        if self._recorder.end:
            listed = [e for e in listed if sense*e.t <= sense*self.end]
        return sorted(listed + [e for e, _ in self._recorder.found], key=lambda e: sense*e.t)

    @property
    def stats(self) -> Dict[str, float]:
        """What the run has counted and measured: steps, rejected, evaluations, solve_seconds, ..."""
        if self._result is None:
            return dict(self._stored["stats"])
        s = lib.result_statistics(self._result.pointer).contents
        return {name: getattr(s, name) for _, name in _tables.STATISTICS}

    @property
    def settings(self) -> Dict[str, Any]:
        """The options of the run, as they were resolved."""
        if self._result is None:
            return dict(self._stored["settings"])
        o = lib.result_settings(self._result.pointer).contents
        values = {field: getattr(o, field) for _, field, _ in _tables.OPTIONS}
        return {field: lib.decode(v) if isinstance(v, bytes) else v for field, v in values.items()}

    # --- output ---

    def to_dataframe(self) -> Any:
        """The output rows as a pandas DataFrame over time."""
        import pandas
        return pandas.DataFrame(self._rows[:, 1:].copy(), columns=self.names,
                                index=pandas.Index(self.t.copy(), name="time"))

    def write(self, path: Any) -> None:
        """The output rows as a file: .csv, .dat, .mat or .h5."""
        context = lib.Context()
        context.check(lib.result_write(context.pointer, self._pointer(), lib.encode_path(path)))

    @property
    def steps(self) -> FloatArray:
        """Every step, of a run with steps=True: fields t (its end), h (its size), order, and for each kind of equations the
        largest residual since the step before, in units of round-off (NaN: there are none).

        >>> import involute
        >>> sol = involute.gallery("Pendulum").run(1, steps=True)
        >>> len(sol.steps) == sol.stats["steps"], bool(sol.steps["hidden"].max() < 4)
        (True, True)
        """
        if self._steps is None:
            raise argument_error("the steps of this run were not kept: run(..., steps=True) keeps them")
        return self._steps.view([(name, float) for name in ("t", "h", "order", *KINDS)])[:, 0]

    def report(self, path: Any, columns: Union[None, str, Sequence[str]] = None, *, steps: bool = False) -> None:
        """A page with curves, ledger and animation, for a browser, as of `involute run --report`.

        It is made of this solution: the model is completed for it, and not run again. Curves of the sizes of steps are
        there after run(..., steps=True); steps=True here runs the model again for them, where they were not kept, and
        fails if any row has other bits. columns: names or patterns, as ["x", "der(*)"].
        """
        text = os.fspath(path)
        if not text.endswith(".html"):
            raise argument_error(f"a report is a .html file, found {text!r}")
        if not os.path.isdir(os.path.dirname(text) or "."):
            raise argument_error(f"there is no folder for the report {text!r}")
        self._pointer()
        if self._recorder and self._recorder.end:  # the library's result goes beyond the terminal event
            self._repeated(steps)._write_page(text, columns)
        elif steps and self._steps is None:
            again = self._repeated(True)
            if not np.array_equal(again._rows, self._rows, equal_nan=True):
                raise argument_error("run again, the model has given other rows: a time limit or a file that has changed "
                                     "may be the reason; report without steps=True shows this solution")
            again._write_page(text, columns)
        else:
            self._write_page(text, columns)

    def _repeated(self, steps: bool) -> "Solution":
        """The same run once more, up to where it has come."""
        from ._model import execute
        core, o = self._again()
        o.dense = 0
        watch = lib.Watch(math.nan, 0, 0)
        kept = StepRecorder(o) if steps else None
        recorder = Recorder(None, core, o, watch)
        status, result = execute(core, o, None, watch, calls_back=True)
        if lib.is_interrupt(status):
            raise KeyboardInterrupt
        if result is None or (status and self.status == "done"):
            raise core.context.error(status)
        return Solution(self.model_name, self._base, None, result, o, self._kept, self._values, core.context.notes(), False,
                        recorder, kept)

    def _write_page(self, path: str, columns: Union[None, str, Sequence[str]]) -> None:
        from ._model import run_watched
        core, o = self._again()
        pages = lib.Pages.load()
        rows = np.ascontiguousarray(self._rows)
        steps = np.empty((0, 0)) if self._steps is None else self._steps
        crossings = np.array(self._recorder.crossings if self._recorder else [], dtype=float)
        names = columns if columns is None or isinstance(columns, str) else ",".join(columns)
        data = lib.ReportData(self._pointer(), self.notes.encode(), len(rows), rows.ctypes.data, len(steps),
                              steps.ctypes.data, len(crossings), crossings.ctypes.data)

        def write() -> int:
            status = int(lib.model_complete(core.pointer, ctypes.byref(o)))
            return status or int(pages.write(core.context.pointer, core.pointer, ctypes.byref(data),
                                             None if names is None else lib.encode(names), lib.encode_path(path)))

        status = run_watched(write, o, lib.Watch(math.nan, 0, 0), None)
        if lib.is_interrupt(status):
            raise KeyboardInterrupt
        core.context.check(status)

    def plot(self, *names: Any, x: Any = "time", ax: Any = None, **style: Any) -> Any:
        """Curves of these columns, or of those that change first, with matplotlib; returns the axes.

        x: what they are drawn over; style: as of matplotlib's plot.
        """
        try:
            from matplotlib import pyplot
        except ImportError:
            raise ImportError("sol.plot needs matplotlib; sol.report('out.html') makes a page without it") from None
        if ax is None:
            ax = pyplot.figure().add_subplot()
        for name in names or self._shown():
            label = name if isinstance(name, str) else name.name
            curves = self[name]
            rest = curves.reshape(len(self), -1)
            labels = [label] if curves.ndim == 1 else [f"{label}[{','.join(str(i + 1) for i in at)}]"
                                                        for at in np.ndindex(*curves.shape[1:])]
            for k, one in enumerate(labels):
                ax.plot(self[x], rest[:, k], **{"label": one, **style})
        ax.set_xlabel(x if isinstance(x, str) else x.name)
        ax.legend()
        return ax

    def _shown(self) -> List[str]:
        plain = [n for n in self.names if not n.startswith("der(")]
        moving = [n for n in plain if np.ptp(self[n]) > 0]
        return (moving or plain)[:6]

    def __str__(self) -> str:
        return (f"{self.model_name}: {self.status} at t = {self.end:.6g} ({self.stopped_by}), "
                f"{self.stats['steps']} steps, {len(self)} rows\n{self.ledger}")

    def __repr__(self) -> str:
        return f"<involute.Solution of {self.model_name}: {self.status} at t = {self.end:.6g}>"

    def _repr_html_(self) -> str:
        head = html.escape(str(self).split("\n", 1)[0])
        return f"<p>{head}</p>{_svg(self.t, [(n, self[n]) for n in self._shown()])}{self.ledger._repr_html_()}"


def ledger_of(result: lib.Owned) -> Ledger:
    return Ledger(LedgerRow(lib.decode(e.row.equation), lib.decode(e.row.where), KINDS[e.row.kind], e.row.level, e.max,
                            e.scaled_max, bool(e.left_out), e.digits)
                  for e in lib.entries(lib.result_ledger, result.pointer, lib.LedgerRow))


def rows_of(result: lib.Result) -> FloatArray:
    """The output rows where the library has them; the result lives as long as the array and its views."""
    if not lib.result_rows(result.pointer):
        return np.empty((0, lib.result_columns(result.pointer) + 1))
    return np.asarray(result)


_COLOURS = ("#1b6ca8", "#c1440e", "#2e7d32", "#6a3d9a", "#b8860b", "#444444")


def _svg(t: FloatArray, curves: Sequence[Tuple[str, FloatArray]]) -> str:
    """A small picture of curves over time."""
    if len(t) < 2 or not curves:
        return ""
    low = min(float(np.nanmin(y)) for _, y in curves)
    high = max(float(np.nanmax(y)) for _, y in curves)
    span = high - low or 1.0
    width, height = 600.0, 220.0
    scale_t = width/(float(t[-1] - t[0]) or 1.0)
    parts = [f'<svg viewBox="0 0 {width + 90:g} {height + 30:g}" width="{width + 90:g}" font-size="11">'
             f'<rect x="0" y="5" width="{width:g}" height="{height:g}" fill="none" stroke="#bbb"/>']
    for k, (name, y) in enumerate(curves):
        colour = _COLOURS[k % len(_COLOURS)]
        points = " ".join(f"{(a - t[0])*scale_t:.1f},{5 + (high - b)/span*height:.1f}"
                          for a, b in zip(t, y) if math.isfinite(b))
        parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}"/>'
                     f'<text x="{width + 5:g}" y="{17 + 14*k}" fill="{colour}">{html.escape(name)}</text>')
    parts.append(f'<text x="0" y="{height + 20:g}">time {t[0]:.4g} to {t[-1]:.4g}; {low:.4g} to {high:.4g}</text></svg>')
    return "".join(parts)
