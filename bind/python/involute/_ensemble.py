# SPDX-License-Identifier: BSD-3-Clause
"""Ensembles: many runs of one model with other values, on all cores."""
from __future__ import annotations

import ctypes
import math
import sys
import threading
import time
from collections.abc import Sequence as AbstractSequence
from ctypes import CFUNCTYPE, POINTER, Structure, c_char_p, c_int, c_long, c_void_p
from typing import TYPE_CHECKING, Any, Callable, Dict, Iterable, Iterator, List, Mapping, Optional, Tuple

import numpy as np

from . import _library as lib
from . import _tables
from ._expression import argument_error
from ._library import Error
from ._solution import Solution

if TYPE_CHECKING:
    from ._model import Model


class Member(Structure):
    """invo_member"""

    _fields_ = [("number", c_long), ("data", c_void_p), ("assignments", c_int), ("assignment", POINTER(c_char_p)),
                ("options", c_void_p)]


class Outcome(Structure):
    """invo_outcome"""

    _fields_ = [("member", POINTER(Member)), ("status", c_int), ("context", c_void_p), ("model", c_void_p),
                ("result", c_void_p)]


FINISHED = CFUNCTYPE(None, c_void_p, POINTER(Outcome))


class EnsembleCall(Structure):
    """invo_ensemble"""

    _fields_ = [("options", POINTER(lib.Options)), ("threads", c_int), ("members", c_long),
                ("member", POINTER(Member)), ("next", c_void_p), ("finished", FINISHED),
                ("interrupt", lib.INTERRUPT), ("data", c_void_p)]


model_sweep = lib._declare("invo_model_sweep", c_int, c_void_p, POINTER(EnsembleCall))
processors = lib._declare("invo_processors", c_int)


class Ensemble(AbstractSequence):  # type: ignore[type-arg]
    """What came of the members of a map, in their order.

    ensemble[k]        the Solution of member k; the Error that ended it; what `reduce` has made of it; or None, where
                       Ctrl-C came first
    ensemble.members   the values of each
    ensemble.errors    the errors by number
    ensemble.final(x)  the last value of x of every member, NaN where there is none
    """

    def __init__(self, members: List[Tuple[str, ...]]) -> None:
        self.members = [dict(pair(text) for text in values) for values in members]
        self._outcome: List[Any] = [None]*len(members)
        self.finished = 0  #: members that were run

    def __len__(self) -> int:
        return len(self._outcome)

    def __getitem__(self, k: Any) -> Any:
        return self._outcome[k]

    def __iter__(self) -> Iterator[Any]:
        return iter(self._outcome)

    @property
    def errors(self) -> Dict[int, Error]:
        return {k: one for k, one in enumerate(self._outcome) if isinstance(one, Error)}

    def final(self, name: Any) -> Any:
        values = np.full(len(self), math.nan)
        for k, one in enumerate(self._outcome):
            if isinstance(one, Solution) and len(one.t):
                values[k] = one[name][-1]
        return values

    def __repr__(self) -> str:
        return f"<involute.Ensemble of {len(self)} members: {self.finished} run, {len(self.errors)} failed>"


def pair(text: str) -> Tuple[str, float]:
    name, _, value = text.rpartition("=")
    return name, float(value == "true" if value in ("true", "false") else value)


class Bar:
    """How many members are done, and how long the others will take, on a terminal."""

    def __init__(self, ensemble: Ensemble, progress: Any) -> None:
        self.ensemble = ensemble
        self.function = progress if callable(progress) else None
        self.on = self.function is None and (progress is True or (progress is None and sys.stderr.isatty()))
        self.begin = time.monotonic()
        self.shown = False

    def show(self) -> None:
        done, count = self.ensemble.finished, len(self.ensemble)
        if self.function:
            self.function(done, count)
        passed = time.monotonic() - self.begin
        if not self.on or passed < 1 or not count:
            return
        left = f", about {passed*(count - done)/done:.3g} s left" if done else ""
        sys.stderr.write(f"\r[{'#'*round(30*done/count):<30}] {done} of {count} members{left}   ")
        sys.stderr.flush()
        self.shown = True

    def end(self) -> None:
        if self.shown:
            sys.stderr.write("\r" + " "*78 + "\r")
            sys.stderr.flush()


class Collector:
    """Takes what came of a member, in the thread that ran it."""

    def __init__(self, model: "Model", ensemble: Ensemble, values: List[Tuple[str, ...]], options: lib.Options,
                 kept: List[bytes], reduce: Optional[Callable[[Any], Any]]) -> None:
        self.model, self.ensemble, self.values = model, ensemble, values
        self.options, self.kept, self.reduce = options, kept, reduce
        self.watch = lib.Watch(math.nan, 0, 0)
        self.raised: Optional[BaseException] = None
        self.lock = threading.Lock()

    def take(self, _: Any, pointer: Any) -> None:
        outcome = pointer.contents
        k = outcome.member.contents.number
        try:
            with self.lock:
                self.ensemble._outcome[k] = self.made(k, outcome)
                self.ensemble.finished += 1
        except BaseException as e:  # of `reduce`, or no memory
            self.raised = self.raised or e
            self.watch.stop = 1

    def made(self, k: int, outcome: Outcome) -> Any:
        status, solution = outcome.status, None
        context = ContextView(outcome.context)
        if outcome.result:
            result = lib.Owned(outcome.result, lib.result_free)
            outcome.result = None
            solution = Solution(self.model, None, result, self.options, self.kept, self.values[k], context.notes(), False)
        one: Any = context.error(status, solution) if status else solution
        return self.reduce(one) if self.reduce else one


class ContextView(lib.Context):
    """A context that belongs to the library."""

    def __init__(self, pointer: int) -> None:
        self.pointer = pointer


def checked_workers(workers: Optional[int]) -> int:
    if workers is None:
        return 0
    if isinstance(workers, bool) or not isinstance(workers, (int, np.integer)) or workers < 1:
        raise argument_error(f"workers is a number of threads, found {workers!r}; None: one for each processor")
    return int(workers)


def member_table(values: List[Tuple[str, ...]]) -> Tuple[Any, List[Any]]:
    """The members as the library takes them, and the texts that they borrow."""
    table = (Member*len(values))()
    texts: List[Any] = []
    for k, one in enumerate(values):
        array = (c_char_p*len(one))(*(text.encode() for text in one))
        texts.append(array)
        table[k].number = k
        table[k].assignments = len(one)
        table[k].assignment = ctypes.cast(array, POINTER(c_char_p))
    return table, texts


def wait(call: Callable[[], None], watch: lib.Watch, bar: Bar) -> bool:
    """Runs in another thread while this one waits, so that signals arrive; returns whether Ctrl-C has stopped it."""
    thread = threading.Thread(target=call, daemon=True)
    interrupted = False
    thread.start()
    while thread.is_alive():
        try:
            thread.join(0.1)
            bar.show()
        except KeyboardInterrupt:
            interrupted = True
            watch.stop = 1
        except BaseException:  # of the function `progress`
            watch.stop = 1
            thread.join()
            raise
    bar.end()
    return interrupted


def run_members(model: "Model", members: Iterable[Mapping[Any, Any]], stop: Any, workers: Optional[int],
                reduce: Optional[Callable[[Any], Any]], progress: Any, options: Mapping[str, Any]) -> Ensemble:
    from ._model import Interrupted, assignments

    values = [assignments(one) for one in members]
    core = model._core().copy()
    o, kept = model._options(core, stop, options)
    ensemble = Ensemble(values)
    collector = Collector(model, ensemble, values, o, kept, reduce)
    table, texts = member_table(values)
    finished = FINISHED(collector.take)
    call = EnsembleCall(ctypes.pointer(o), checked_workers(workers), len(values), table, None, finished,
                        lib.watch_interrupt, ctypes.addressof(collector.watch))
    status: List[int] = []
    interrupted = wait(lambda: status.append(model_sweep(core.pointer, ctypes.byref(call))), collector.watch,
                       Bar(ensemble, progress))
    del texts
    if collector.raised is not None:
        raise collector.raised
    if interrupted:
        stopped = Interrupted(None)
        stopped.solution = ensemble
        raise stopped
    if status[0] and _tables.STATUSES[status[0]] != "E_INTERRUPT":
        raise core.context.error(status[0])
    return ensemble
