# SPDX-License-Identifier: BSD-3-Clause
"""Functions of built models that Python's operators do not make: algorithms in the model language, and tables."""
from __future__ import annotations

import re
from typing import Any, Tuple

import numpy as np

from . import _library as lib
from ._expression import Builder, Expr, reals
from ._library import argument_error, caller_place

_HEAD = re.compile(r"^\s*(?:pure\s+|impure\s+)?function\s+('(?:[^'\\]|\\.)*'|[A-Za-z_]\w*)", re.MULTILINE)

# What the language calls them.
KINDS = {"linear": "LinearSegments", "constant": "ConstantSegments", "akima": "ContinuousDerivative",
         "modified-akima": "ModifiedContinuousDerivative", "fritsch-butland": "MonotoneContinuousDerivative1",
         "steffen": "MonotoneContinuousDerivative2"}
BEYOND = {"hold": "HoldLastPoint", "line": "LastTwoPoints", "periodic": "Periodic", "error": "NoExtrapolation"}


class Function:
    """A function of a model, to be called with expressions, numbers and arrays of them."""

    def __init__(self, builder: Builder, name: str, each: bool) -> None:
        self._builder = builder
        self.name = name
        self._each = each  # of one number: it is called for every element of an array

    def __call__(self, *arguments: Any) -> Any:
        if self._each and any(np.ndim(a) for a in arguments if not isinstance(a, Expr)):
            from ._expression import Array, _plain
            return Array(np.frompyfunc(self._one, len(arguments), 1)(*[_plain(a) for a in arguments]))
        return self._one(*arguments)

    def _one(self, *arguments: Any) -> Expr:
        self._builder.mark_place()
        return self._builder.call(self.name, *[self._argument(a) for a in arguments])

    def _argument(self, value: Any) -> Any:
        """An array as the language makes it of its elements."""
        if isinstance(value, Expr) or np.ndim(value) == 0:
            return value
        if not len(value):
            raise argument_error(f"an array without elements is an argument of {self.name}")
        return self._builder.call("array", *[self._argument(one) for one in value])

    def __repr__(self) -> str:
        return f"<function {self.name} of a model>"


def add_text(builder: Builder, text: str) -> Function:
    """Functions in the model language; the last one of the text is to be called."""
    if not isinstance(text, str):
        raise argument_error("a function is a text in the model language, 'function f ... end f;'; a function of Python "
                             "that is made of expressions needs no declaration: call it with variables")
    names = _HEAD.findall(text)
    if not names:
        raise argument_error("the text has no function: 'function f input Real x; output Real y; algorithm ... end f;'")
    for name in names:
        if name in builder.functions:
            raise argument_error(f"the function '{name}' is declared twice")
    place = f"{names[-1]} ({caller_place()})"
    lib.parsed(f"{text}\nmodel Probe\n  Real y = 1;\nend Probe;\n", place, None, ())  # mistakes are reported here
    builder.context.check(lib.context_library_text(builder.context.pointer, lib.encode(place), lib.encode(text)))
    for name in names:
        builder.functions[name] = ""
    builder.functions[names[-1]] = text
    return Function(builder, names[-1], False)


def _axis(values: Any, what: str) -> Any:
    """Numbers that become larger."""
    try:
        axis = reals(values)
    except (TypeError, ValueError):
        raise argument_error(f"the {what} of a table are numbers, found {values!r}") from None
    if axis.ndim != 1 or len(axis) < 2 or not np.all(np.isfinite(axis)) or not np.all(np.diff(axis) > 0):
        raise argument_error(f"the {what} of a table are at least two finite numbers that become larger")
    return axis


def _rows(matrix: Any) -> str:
    return "[" + "; ".join(", ".join(repr(float(v)) for v in row) for row in matrix) + "]"


def _word(table: Any, word: str, what: str) -> str:
    if word not in table:
        raise argument_error(f"{what} of a table is one of {', '.join(map(repr, table))}, found {word!r}")
    return str(table[word])


def add_table(builder: Builder, x: Any, y: Any, kind: str, beyond: str) -> Function:
    """Values at points, of one argument or, with x = (x1, x2), of two."""
    options = (f"Modelica.Blocks.Types.Smoothness.{_word(KINDS, kind, 'kind')}, "
               f"Modelica.Blocks.Types.Extrapolation.{_word(BEYOND, beyond, 'beyond')}")
    is_plane = isinstance(x, tuple) and len(x) == 2 and all(np.ndim(one) == 1 for one in x)
    axes: Tuple[Any, ...] = tuple(_axis(one, "abscissas") for one in x) if is_plane else (_axis(x, "abscissas"),)
    try:
        values = reals(y)
    except (TypeError, ValueError):
        raise argument_error(f"the values of a table are numbers, found {y!r}") from None
    if values.shape != tuple(map(len, axes)) or not np.all(np.isfinite(values)):
        raise argument_error(f"the values of a table are finite numbers, one for each of {'x'.join(str(len(a)) for a in axes)} "
                             f"points; found the shape {values.shape}")
    tables, types = "Modelica.Blocks.Tables.Internal", "Modelica.Blocks.Types"
    if is_plane:
        head = np.concatenate([[0.0], axes[1]])
        matrix = np.vstack([head, np.column_stack([axes[0], values])])
        inputs = "input Real u1; input Real u2;"
        value = f'{tables}.getTable2DValue({types}.ExternalCombiTable2D("NoName", "NoName", {_rows(matrix)}, {options}), u1, u2)'
    else:
        matrix = np.column_stack([axes[0], values])
        inputs = "input Real u;"
        value = (f'{tables}.getTable1DValue({types}.ExternalCombiTable1D("NoName", "NoName", {_rows(matrix)}, {{2}}, {options}), '
                 "1, u)")
    body = f"{inputs} output Real y; algorithm y := {value};"
    for name, text in builder.functions.items():
        if body in text:
            return Function(builder, name, True)
    name = f"table{1 + len(builder.functions)}"
    add_text(builder, f"function {name} {body} end {name};")
    return Function(builder, name, True)
