# SPDX-License-Identifier: BSD-3-Clause
"""The C library through ctypes: layouts of its structs, signatures of its functions, errors.

Calls release the GIL. Every object of the library has one owner here, which frees it.
"""
from __future__ import annotations

import ctypes
import math
import os
import sys
import weakref
from ctypes import CFUNCTYPE, POINTER, Structure, c_char_p, c_double, c_int, c_long, c_size_t, c_void_p
from pathlib import Path
from typing import Any, Callable, Dict, List, Optional, Tuple, Type

import numpy as np

from . import _tables

FOLDER = Path(__file__).resolve().parent
_PACKAGE = os.path.dirname(os.path.abspath(__file__))
_NUMPY = os.path.dirname(os.path.abspath(np.__file__)) + os.sep
library = ctypes.CDLL(str(FOLDER / "lib" / _tables.LIBRARY))
c_library = ctypes.CDLL(None)

Function = Callable[..., Any]


# --- structs; those that .def files describe follow them ---

PROGRESS = CFUNCTYPE(c_int, c_void_p, c_double, c_long)
INTERRUPT = CFUNCTYPE(c_int, c_void_p)
ASK = CFUNCTYPE(c_int)
NOBODY = ASK(0)

_OPTION_TYPES = {"real": c_double, "count": c_long, "choice": c_char_p, "text": c_char_p, "flag": c_int}


class Options(Structure):
    """invo_options"""

    _fields_ = [(field, _OPTION_TYPES[kind]) for kind, field, _ in _tables.OPTIONS] + [
        ("progress", PROGRESS),
        ("progress_data", c_void_p),
        ("interrupt", INTERRUPT),
        ("interrupt_data", c_void_p),
        ("step_taken", c_void_p),
        ("step_data", c_void_p),
        ("row", c_void_p),
        ("columns", c_void_p),
        ("row_data", c_void_p),
        ("crossing", c_void_p),
        ("crossing_data", c_void_p),
        ("dense", c_int),
        ("checkpoint", c_void_p),
    ]


class Statistics(Structure):
    """invo_statistics"""

    _fields_ = [(name, c_long if kind == "count" else c_double) for kind, name in _tables.STATISTICS]


class Expression(Structure):
    """invo_expr"""

    _fields_ = [("builder", c_void_p), ("node", c_int)]


class Structures(Structure):
    """invo_structure"""

    _fields_ = [(name, c_int) for name in
                ("unknowns", "equations", "index", "dof", "coordinates", "constraints", "invariants")]


class Hidden(Structure):
    """invo_hidden"""

    _fields_ = [("text", c_char_p), ("origin", c_char_p), ("where", c_char_p), ("level", c_int)]


class Parameter(Structure):
    """invo_parameter"""

    _fields_ = [("name", c_char_p), ("value", c_double)]


class Initial(Structure):
    """invo_initial"""

    _fields_ = [("name", c_char_p), ("value", c_double), ("origin", c_char_p), ("start", c_double),
                ("free", c_int), ("independent", c_int)]


class Row(Structure):
    """invo_row"""

    _fields_ = [("equation", c_char_p), ("where", c_char_p), ("level", c_int), ("kind", c_int),
                ("values", c_char_p)]


class LedgerRow(Structure):
    """invo_ledger_row"""

    _fields_ = [("row", Row), ("max", c_double), ("scaled_max", c_double), ("left_out", c_int),
                ("digits", c_double), ("until", c_double)]


class EventRow(Structure):
    """invo_result_event_row"""

    _fields_ = [("name", c_char_p), ("t", c_double)]


class Watch(Structure):
    """invo_watch"""

    _fields_ = [("t", c_double), ("steps", c_long), ("stop", c_int), ("ask", ASK), ("asked", c_double), ("often", c_int),
                ("left", c_int)]


class Search(Structure):
    """invo_search"""

    _fields_ = [("degree", c_int), ("generators", c_char_p)]


class Found(Structure):
    """invo_found"""

    _fields_ = [("expr", c_char_p), ("degree", c_int), ("generic", c_int), ("only_for", c_char_p),
                ("level", c_char_p), ("numbers", c_char_p), ("has_time", c_int), ("has_angle", c_int),
                ("residual", c_double), ("proof", c_char_p)]


class OptionInfo(Structure):
    """invo_option_info"""

    _fields_ = [("name", c_char_p), ("argument", c_char_p), ("help", c_char_p), ("group", c_char_p),
                ("initial", ctypes.c_char * 32), ("range", ctypes.c_char * 64)]


# --- functions ---

def _declare(name: str, result: Any, *arguments: Any) -> Function:
    function = getattr(library, name)
    function.restype = result
    function.argtypes = list(arguments)
    return function  # type: ignore[no-any-return]


_handle = c_void_p
_out = POINTER(c_void_p)
_status = c_int
_text = c_char_p

version = _declare("invo_version", _text)
status_code = _declare("invo_status_code", _text, c_int)
status_text = _declare("invo_status_text", _text, c_int)
context_new = _declare("invo_context_new", _handle)
context_free = _declare("invo_context_free", None, _handle)
context_message = _declare("invo_context_message", _text, _handle)
context_error = _declare("invo_context_error", _text, _handle)
context_where = _declare("invo_context_where", _text, _handle)
context_time = _declare("invo_context_time", c_double, _handle)
context_sandbox = _declare("invo_context_sandbox", None, _handle)
context_library = _declare("invo_context_library", _status, _handle, _text)
context_library_text = _declare("invo_context_library_text", _status, _handle, _text, _text)
context_choose = _declare("invo_context_choose", _status, _handle, _text)
options_init = _declare("invo_options_init", _handle, POINTER(Options))
options_set = _declare("invo_options_set", _status, _handle, POINTER(Options), _text, _text)
option_describe = _declare("invo_option_describe", c_int, c_int, POINTER(OptionInfo))
name_near = _declare("invo_name_near", c_void_p, _text, _text, POINTER(c_size_t))
model_parse = _declare("invo_model_parse", _status, _handle, _text, _text, c_size_t, _out)
model_copy = _declare("invo_model_copy", _status, _handle, _handle, _out)
model_free = _declare("invo_model_free", None, _handle)
model_name = _declare("invo_model_name", _text, _handle)
model_description = _declare("invo_model_description", _text, _handle)
model_text = _declare("invo_model_text", _text, _handle)
model_unit = _declare("invo_model_unit", _text, _handle, _text)
model_parameter = _declare("invo_model_parameter", c_int, _handle, c_int, POINTER(Parameter))
model_set = _declare("invo_model_set", _status, _handle, _text)
model_input = _declare("invo_model_input", _status, _handle, _text)
expr_text = _declare("invo_expr_text", _status, Expression, _out)
model_section = _declare("invo_model_section", _status, _handle, _text)
model_options = _declare("invo_model_options", _status, _handle, POINTER(Options))
model_complete = _declare("invo_model_complete", _status, _handle, POINTER(Options))
model_find_invariants = _declare("invo_model_find_invariants", _status, _handle, POINTER(Options), POINTER(Search))
model_found = _declare("invo_model_found", c_int, _handle, c_int, POINTER(Found))
model_certify = _declare("invo_model_certify", _status, _handle)
model_structure = _declare("invo_model_structure", POINTER(Structures), _handle)
model_hidden = _declare("invo_model_hidden", c_int, _handle, c_int, POINTER(Hidden))
model_initial = _declare("invo_model_initial", c_int, _handle, c_int, POINTER(Initial))
model_summary = _declare("invo_model_summary", _status, _handle, _handle, _out)
model_run = _declare("invo_model_run", _status, _handle, POINTER(Options), _out)
result_free = _declare("invo_result_free", None, _handle)
result_status = _declare("invo_result_status", _text, _handle)
result_stopped_by = _declare("invo_result_stopped_by", _text, _handle)
result_columns = _declare("invo_result_columns", c_int, _handle)
result_column = _declare("invo_result_column", _text, _handle, c_int)
result_rows = _declare("invo_result_rows", c_long, _handle)
result_row = _declare("invo_result_row", POINTER(c_double), _handle, c_long)
result_address = library["invo_result_row"]  # the same, as a number
result_address.restype = c_void_p
result_address.argtypes = [_handle, c_long]
result_final = _declare("invo_result_final", POINTER(c_double), _handle)
result_at = _declare("invo_result_at", _status, _handle, c_double, POINTER(c_double))
result_statistics = _declare("invo_result_statistics", POINTER(Statistics), _handle)
result_settings = _declare("invo_result_settings", POINTER(Options), _handle)
result_ledger = _declare("invo_result_ledger", c_int, _handle, c_int, POINTER(LedgerRow))
result_event = _declare("invo_result_event", c_int, _handle, c_long, POINTER(EventRow))
result_enforced = _declare("invo_result_enforced", c_int, _handle)
result_summary = _declare("invo_result_summary", _status, _handle, _handle, _handle, _out)
result_write = _declare("invo_result_write", _status, _handle, _handle, _text)

builder_new = _declare("invo_builder_new", _status, _handle, _text, _out)
builder_free = _declare("invo_builder_free", None, _handle)
builder_model = _declare("invo_builder_model", _status, _handle, _out)
builder_text = _declare("invo_builder_text", _status, _handle, _out)
build_place = _declare("invo_build_place", None, _handle, _text)
build_variable = _declare("invo_build_variable", Expression, _handle, _text)
build_parameter = _declare("invo_build_parameter", Expression, _handle, _text, c_double)
build_parameter_as = _declare("invo_build_parameter_as", Expression, _handle, _text, Expression)
build_input = _declare("invo_build_input", Expression, _handle, _text)
build_output = _declare("invo_build_output", Expression, _handle, _text)
build_discrete = _declare("invo_build_discrete", Expression, _handle, _text, c_int)
build_attribute = _declare("invo_build_attribute", None, _handle, Expression, _text, Expression)
build_fixed = _declare("invo_build_fixed", None, _handle, Expression, c_double)
build_equation = _declare("invo_build_equation", None, _handle, Expression, Expression, _text)
build_initial_equation = _declare("invo_build_initial_equation", None, _handle, Expression, Expression, _text)
build_invariant = _declare("invo_build_invariant", None, _handle, Expression, _text)
build_section = _declare("invo_build_section", None, _handle, Expression, c_int, _text)
build_assert = _declare("invo_build_assert", None, _handle, Expression, _text)
build_when = _declare("invo_build_when", None, _handle, Expression)
build_end = _declare("invo_build_end", None, _handle)
build_reinit = _declare("invo_build_reinit", None, _handle, Expression, Expression)
build_terminate = _declare("invo_build_terminate", None, _handle, _text)
build_annotation = _declare("invo_build_annotation", None, _handle, _text)
number = _declare("invo_number", Expression, _handle, c_double)
boolean = _declare("invo_boolean", Expression, _handle, c_int)
text_expression = _declare("invo_text", Expression, _handle, _text)
time_expression = _declare("invo_time", Expression, _handle)
negative = _declare("invo_neg", Expression, Expression)
logical_not = _declare("invo_not", Expression, Expression)
derivative = _declare("invo_der", Expression, Expression)
choose = _declare("invo_choose", Expression, Expression, Expression, Expression)
call = _declare("invo_call", Expression, _handle, _text, c_int, POINTER(Expression))
total = _declare("invo_sum", Expression, _handle, c_int, POINTER(Expression))
total_product = _declare("invo_product", Expression, _handle, c_int, POINTER(Expression))
BINARY = {word: _declare(f"invo_{word}", Expression, Expression, Expression)
          for word in ("add", "sub", "mul", "div", "pow", "less", "less_equal", "greater", "greater_equal",
                       "equal", "not_equal", "and", "or")}

watch_progress = ctypes.cast(library.invo_watch_progress, PROGRESS)
watch_interrupt = ctypes.cast(library.invo_watch_interrupt, INTERRUPT)

_free = c_library.free
_free.restype = None
_free.argtypes = [c_void_p]


def decode(text: Optional[bytes]) -> str:
    return text.decode("utf-8", "replace") if text else ""


def taken(text: c_void_p) -> str:
    """A malloc'ed text, which is freed."""
    value = ctypes.string_at(text.value) if text.value else b""
    _free(text)
    return decode(value)


# --- errors ---

class Error(Exception):
    """What the library reports: its words are those of the command line.

    status    the code, as "E_INCONSISTENT"
    where     "file:line" of the first error, or ""
    time      when it happened in a run, or NaN
    solution  what a run has computed before it failed, or None
    """

    def __init__(self, message: str, status: str = "E_ARGUMENT", where: str = "", time: float = math.nan,
                 solution: Any = None) -> None:
        super().__init__(message)
        self.status = status
        self.where = where
        self.time = time
        self.solution = solution


def _is_inside(file: str) -> bool:
    """Whether a frame is of this package, or of numpy, which calls it: neither is the user's line."""
    path = os.path.abspath(file)
    return os.path.dirname(path) == _PACKAGE or path.startswith(_NUMPY) or file.startswith("<__array_function__")


def caller_place() -> str:
    """file:line of the program that uses this package; files below the working folder by short names."""
    frame = sys._getframe(1)
    while frame.f_back and _is_inside(frame.f_code.co_filename):
        frame = frame.f_back
    path = frame.f_code.co_filename
    here = os.getcwd() + os.sep
    if path.startswith(here):
        path = path[len(here):]
    return f"{path}:{frame.f_lineno}"


def argument_error(message: str) -> Error:
    where = caller_place()
    return Error(f"{where}: error: {message}", "E_ARGUMENT", where)


def encode(text: Any) -> bytes:
    """A text for the library, which reads it up to a zero byte."""
    if not isinstance(text, str) or "\0" in text:
        raise argument_error(f"a text without zero bytes is expected, found {text!r}")
    return text.encode()


def encode_path(path: Any) -> bytes:
    """The same for the name of a file."""
    name = os.fsencode(path)
    if b"\0" in name:
        raise argument_error(f"the name of a file has no zero bytes, found {path!r}")
    return name


def error_of(status: int, message: str, where: str, time: float, solution: Any) -> Error:
    """An error from what a context has of it."""
    text = message.rstrip("\n") or decode(status_text(status))
    if where and where not in text:
        text = f"{where}: {text}"
    return Error(text, _tables.STATUSES[status], where, time, solution)


def raise_status(context: "Context", status: int) -> None:
    """What a call that has no result reports."""
    if is_interrupt(status):
        raise KeyboardInterrupt
    raise context.error(status)


def is_interrupt(status: int) -> bool:
    return _tables.STATUSES[status] == "E_INTERRUPT"


# --- owners ---

_DOUBLE = "<f8" if sys.byteorder == "little" else ">f8"


def _release(free: Function, pointer: int, keeps: Tuple[Any, ...]) -> None:
    free(pointer)


class Owned:
    """An object of the library that is freed with this one."""

    def __init__(self, pointer: Optional[int], free: Function, *keeps: "Owned") -> None:
        if not pointer:
            raise MemoryError("involute: out of memory")
        self.pointer: int = pointer
        # The finalizer holds what the object needs, which is freed later for sure.
        self._finalizer = weakref.finalize(self, _release, free, pointer, keeps)
        self._finalizer.atexit = False


class Result(Owned):
    """What a run gives. It is made in every run: so it has no finalizer, which takes longer. Of a model it needs nothing
    else; of a system that a program has filled in, it needs that until it is freed."""

    def __init__(self, pointer: int, keeps: Any = None) -> None:
        self.pointer = pointer
        self.keeps = keeps

    def __del__(self, free: Function = result_free) -> None:
        free(self.pointer)

    @property
    def __array_interface__(self) -> Dict[str, Any]:
        """The output rows where the library has them; arrays of them hold the result."""
        shape = (result_rows(self.pointer), result_columns(self.pointer) + 1)
        return {"version": 3, "typestr": _DOUBLE, "shape": shape, "data": (result_address(self.pointer, 0), False)}


class Context(Owned):
    """Where messages of the library are; for one thread at a time."""

    def __init__(self) -> None:
        super().__init__(context_new(), context_free)

    def error(self, status: int, solution: Any = None) -> Error:
        return error_of(status, decode(context_message(self.pointer)) or decode(context_error(self.pointer)),
                        decode(context_where(self.pointer)), context_time(self.pointer), solution)

    def check(self, status: int) -> None:
        if status:
            raise self.error(status)

    def notes(self) -> str:
        return decode(context_message(self.pointer))


class Core(Owned):
    """A model in a context of its own."""

    def __init__(self, context: Context, pointer: Optional[int]) -> None:
        super().__init__(pointer, model_free, context)
        self.context = context
        self.values: Tuple[str, ...] = ()  # what was set since it was made
        self.seat: Any = None  # what its runs need, of _model.py

    def copy(self) -> "Core":
        context = Context()
        out = c_void_p()
        context.check(model_copy(context.pointer, self.pointer, ctypes.byref(out)))
        return Core(context, out.value)

    def set(self, assignments: Tuple[str, ...]) -> None:
        for assignment in assignments:
            self.context.check(model_set(self.pointer, encode(assignment)))
        self.values = assignments
        if self.seat is not None:
            self.seat.given = None  # options may depend on values


def parsed(text: str, name: str, choose_model: Optional[str], libraries: Tuple[str, ...], sandbox: bool = False) -> Core:
    context = Context()
    if sandbox:
        context_sandbox(context.pointer)
    for path in libraries:
        context.check(context_library(context.pointer, encode_path(path)))
    if choose_model is not None:
        context.check(context_choose(context.pointer, encode(choose_model)))
    out = c_void_p()
    data = text.encode()
    context.check(model_parse(context.pointer, encode(name), data, len(data), ctypes.byref(out)))
    return Core(context, out.value)


def entries(function: Function, pointer: int, kind: Type[Structure]) -> List[Any]:
    """All that a function of the library lists, one struct for each."""
    found: List[Any] = []
    item = kind()
    while function(pointer, len(found), ctypes.byref(item)):
        found.append(item)
        item = kind()
    return found


# --- pages and typeset equations, which are in a library of their own ---

class ReportData(Structure):
    """invo_report_data"""

    _fields_ = [("result", c_void_p), ("messages", c_char_p), ("rows", c_long), ("row", c_void_p), ("steps", c_long),
                ("step", c_void_p), ("crossings", c_long), ("crossing", c_void_p)]


class Pages:
    """libinvolute_report.so, loaded when it is first needed."""

    _loaded: Optional["Pages"] = None

    def __init__(self) -> None:
        pages = ctypes.CDLL(str(FOLDER / "lib" / "libinvolute_report.so"))
        self.write = pages.invo_report_write
        self.write.restype = c_int
        self.write.argtypes = [c_void_p, c_void_p, POINTER(ReportData), c_char_p, c_char_p]
        self._formula = pages.invo_report_formula
        self._formula.restype = c_void_p
        self._formula.argtypes = [c_char_p]

    @classmethod
    def load(cls) -> "Pages":
        if cls._loaded is None:
            cls._loaded = cls()
        return cls._loaded

    def formula(self, text: str) -> str:
        """An equation as MathML."""
        return taken(c_void_p(self._formula(encode(text))))
