# SPDX-License-Identifier: BSD-3-Clause
"""Ensembles: many runs of one model with other values, on all cores."""
from __future__ import annotations

import ctypes
import math
import operator
import sys
import threading
import time
import weakref
from collections.abc import Sequence as AbstractSequence
from ctypes import CFUNCTYPE, POINTER, Structure, c_char_p, c_double, c_int, c_long, c_void_p
from functools import cached_property
from typing import TYPE_CHECKING, Any, Callable, Dict, Iterable, Iterator, List, Mapping, Optional, Tuple

import numpy as np

from . import _library as lib
from . import _tables
from ._library import Error, argument_error
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


class Kept(Structure):
    """invo_kept"""

    _fields_ = [("is_finished", c_int), ("status", c_int), ("result", c_void_p), ("message", c_char_p),
                ("where", c_char_p), ("time", c_double)]


class Keeper(Structure):
    """invo_keeper"""

    _fields_ = [("kept", POINTER(Kept)), ("finished", c_long), ("stop", c_int)]


FINISHED = CFUNCTYPE(None, c_void_p, POINTER(Outcome))


class EnsembleCall(Structure):
    """invo_ensemble"""

    _fields_ = [("options", POINTER(lib.Options)), ("threads", c_int), ("members", c_long),
                ("member", POINTER(Member)), ("next", c_void_p), ("finished", FINISHED),
                ("interrupt", lib.INTERRUPT), ("data", c_void_p)]


model_sweep = lib._declare("invo_model_sweep", c_int, c_void_p, POINTER(EnsembleCall))
processors = lib._declare("invo_processors", c_int)
kept_free = lib._declare("invo_kept_free", None, POINTER(Kept), c_long)
keep_outcome = ctypes.cast(lib.library.invo_keep_outcome, FINISHED)
keep_interrupt = ctypes.cast(lib.library.invo_keep_interrupt, lib.INTERRUPT)


class Ensemble(AbstractSequence):  # type: ignore[type-arg]
    """What came of the members of a map, in their order.

    ensemble[k]        the Solution of member k; the Error that ended it; what `reduce` has made of it; or None, where
                       Ctrl-C came first
    ensemble.members   the values of each
    ensemble.errors    the errors by number
    ensemble.final(x)  the last value of x of every member, NaN where there is none
    ensemble.finished  how many were run
    """

    def __init__(self, name: str, base: lib.Core, values: List[Tuple[str, ...]], options: lib.Options,
                 texts: List[bytes]) -> None:
        count = len(values)
        self._name, self._base = name, base
        self._values, self._options, self._texts = values, options, texts
        self._outcome: List[Any] = [None]*count  # what was asked for, and what `reduce` has made
        self._table = (Kept*count)()  # what nobody has asked for
        self._keeper = Keeper(ctypes.cast(self._table, POINTER(Kept)), 0, 0)
        self._lock = threading.RLock()
        weakref.finalize(self, kept_free, self._table, count).atexit = False

    def __copy__(self) -> "Ensemble":
        return self  # it does not change

    def __getstate__(self) -> Dict[str, Any]:
        """What came of all members; their solutions are stored with their rows, and without their runs."""
        return dict(name=self._name, values=self._values, outcome=list(self), finished=self.finished)

    def __setstate__(self, state: Dict[str, Any]) -> None:
        self._name, self._values, self._outcome = state["name"], state["values"], state["outcome"]
        self._table = (Kept*len(self._outcome))()
        self._keeper = Keeper(None, state["finished"], 0)
        self._lock = threading.RLock()

    @cached_property
    def members(self) -> List[Dict[str, float]]:
        return [dict(pair(text) for text in one) for one in self._values]

    @property
    def finished(self) -> int:
        return int(self._keeper.finished)

    def __len__(self) -> int:
        return len(self._outcome)

    def __getitem__(self, k: Any) -> Any:
        if isinstance(k, slice):
            return [self._one(i) for i in range(*k.indices(len(self)))]
        i = operator.index(k)
        if not -len(self) <= i < len(self):
            raise IndexError(f"there are {len(self)} members, from 0 on; found {i}")
        return self._one(i % len(self))

    def __iter__(self) -> Iterator[Any]:
        return (self._one(k) for k in range(len(self)))

    def _one(self, k: int) -> Any:
        """What came of member k, which is made when it is first asked for: threads that run members never wait."""
        if self._outcome[k] is None and self._table[k].is_finished:
            with self._lock:
                kept = self._table[k]
                if self._outcome[k] is None and kept.is_finished:
                    message, where = lib.decode(kept.message), lib.decode(kept.where)
                    self._outcome[k] = self._made(k, kept.status, kept.result, message, where, kept.time)
                    kept.result = None
        return self._outcome[k]

    def _made(self, k: int, status: int, result: Optional[int], message: str, where: str, time: float) -> Any:
        """The solution of a member, which owns the result from now on, or its error."""
        solution = None
        if result:
            solution = Solution(self._name, self._base, None, lib.Result(result), self._options, self._texts, self._values[k], message,
                                False)
        return lib.error_of(status, message, where, time, solution) if status else solution

    @property
    def errors(self) -> Dict[int, Error]:
        failed = [k for k, one in enumerate(self._outcome) if isinstance(one, Error) or self._table[k].status]
        return {k: self._one(k) for k in failed}

    def final(self, name: Any) -> Any:
        values = np.full(len(self), math.nan)
        for k, one in enumerate(self):
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


class Reducer:
    """Hands what came of each member to a function, in the thread that ran it, and keeps what that returns."""

    def __init__(self, ensemble: Ensemble, reduce: Callable[[Any], Any]) -> None:
        self.ensemble, self.reduce = ensemble, reduce
        self.raised: Optional[BaseException] = None
        self.callback = FINISHED(self.take)

    def take(self, _: Any, pointer: Any) -> None:
        ensemble = self.ensemble
        try:
            with ensemble._lock:
                outcome = pointer.contents
                k = outcome.member.contents.number
                ensemble._outcome[k] = self.reduce(self.made(k, outcome))
                ensemble._keeper.finished += 1
        except BaseException as e:  # of `reduce`, or no memory
            self.raised = self.raised or e
            ensemble._keeper.stop = 1

    def made(self, k: int, outcome: Outcome) -> Any:
        result, outcome.result = outcome.result, None
        context = outcome.context
        return self.ensemble._made(k, outcome.status, result, lib.decode(lib.context_message(context)),
                                   lib.decode(lib.context_where(context)), lib.context_time(context))


def checked_workers(workers: Optional[int]) -> int:
    if workers is None:
        return 0
    if isinstance(workers, bool) or not isinstance(workers, (int, np.integer)) or not 0 < workers < 2**31:
        raise argument_error(f"workers is a number of threads, found {workers!r}; None: one for each processor")
    return int(workers)


# invo_member as numpy fills it: a loop in Python over the members of a large ensemble would keep all threads waiting.
_MEMBERS = np.dtype({"names": ["number", "assignments", "assignment"], "formats": [np.dtype(c_long), np.dtype(c_int), np.uintp],
                     "offsets": [Member.number.offset, Member.assignments.offset, Member.assignment.offset],
                     "itemsize": ctypes.sizeof(Member)})


def member_table(values: List[Tuple[str, ...]]) -> Tuple[Any, Any]:
    """The members as the library takes them, and the texts that they borrow."""
    table = (Member*len(values))()
    counts = np.fromiter(map(len, values), np.intc, len(values))
    texts = (c_char_p*int(counts.sum()))(*[lib.encode(text) for one in values for text in one])
    if values:
        members = np.frombuffer(memoryview(table), _MEMBERS)
        members["number"] = np.arange(len(values))
        members["assignments"] = counts
        members["assignment"] = ctypes.addressof(texts) + ctypes.sizeof(c_char_p)*(np.cumsum(counts) - counts)
    return table, texts


def wait(call: Callable[[], None], keeper: Keeper, bar: Bar) -> bool:
    """Runs in another thread while this one waits, so that signals arrive; returns whether Ctrl-C has stopped it."""
    done, once = threading.Event(), threading.Lock()
    begun: List[bool] = []
    interrupted = False

    def run() -> None:
        if once.acquire(blocking=False):
            try:
                call()
            finally:
                done.set()

    def watch() -> None:
        if not begun:
            threading.Thread(target=run, daemon=True).start()
            begun.append(True)
        while not done.wait(0.1):  # Thread.join takes a thread for ended where Ctrl-C comes in some versions of Python
            bar.show()

    while True:
        try:  # around all of it: Ctrl-C may come between any two instructions
            watch()
            break
        except KeyboardInterrupt:
            keeper.stop = 1
            interrupted = True
        except BaseException:  # of the function `progress`
            keeper.stop = 1
            done.wait()
            raise
    bar.end()
    return interrupted


def run_members(model: "Model", members: Iterable[Mapping[Any, Any]], stop: Any, workers: Optional[int],
                reduce: Optional[Callable[[Any], Any]], progress: Any, options: Mapping[str, Any]) -> Ensemble:
    from ._model import Interrupted, assignments

    if isinstance(members, Mapping):
        raise argument_error("map takes a list with values for each run, [{'L': 1}, {'L': 2}], found a single mapping")
    if hasattr(members, "to_dict"):
        members = members.to_dict("records")  # of pandas
    values = [assignments(one) for one in members]
    base = model._core()
    core = base.copy()
    o, kept = model._options(core, stop, options)
    ensemble = Ensemble(model.name, base, values, o, kept)
    reducer = Reducer(ensemble, reduce) if reduce else None
    table, texts = member_table(values)
    call = EnsembleCall(ctypes.pointer(o), checked_workers(workers), len(values), table, None,
                        reducer.callback if reducer else keep_outcome, keep_interrupt,
                        ctypes.addressof(ensemble._keeper))
    status: List[int] = []
    borrowed = (core, ensemble, reducer, table, texts, o)

    def sweep(keeps: Any = borrowed) -> None:
        status.append(model_sweep(core.pointer, ctypes.byref(call)))

    interrupted = wait(sweep, ensemble._keeper, Bar(ensemble, progress))
    if reducer and reducer.raised is not None:
        raise reducer.raised
    if interrupted:
        stopped = Interrupted(None)
        stopped.solution = ensemble
        raise stopped
    if status[0] and _tables.STATUSES[status[0]] != "E_INTERRUPT":
        raise core.context.error(status[0])
    return ensemble
