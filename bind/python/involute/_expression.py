# SPDX-License-Identifier: BSD-3-Clause
"""Expressions of a model: Python operators and numpy functions make nodes of the library's graph."""
from __future__ import annotations

import ctypes
import math
import numbers
import operator
from typing import Any, Callable, Dict, Optional, Sequence, Tuple, Union

import numpy as np

from . import _library as lib
from ._library import Error, argument_error, caller_place, encode

Number = Union[int, float]


def reals(values: Any) -> Any:
    """An array of floats; TypeError where the values are complex, whose imaginary parts numpy leaves out."""
    if np.iscomplexobj(values):
        raise TypeError("found complex numbers")
    return np.asarray(values, dtype=float)


def real_number(what: str, value: Any) -> float:
    """A float; `what` is what messages call it."""
    try:
        if not np.iscomplexobj(value):
            return float(value)
    except (TypeError, ValueError):
        pass
    raise argument_error(f"{what} must be a number" + (", and real" if np.iscomplexobj(value) else "") + f", found {value!r}")


def finite_number(what: str, value: Any) -> float:
    number = real_number(what, value)
    if not math.isfinite(number):
        raise argument_error(f"{what} must be finite, found {value}")
    return number


class Builder(lib.Owned):
    """A model that is being built."""

    def __init__(self, name: str) -> None:
        self.context = lib.Context()
        self.functions: Dict[str, str] = {}  # texts by the names of functions; "": it is in the text of another one
        out = ctypes.c_void_p()
        self.context.check(lib.builder_new(self.context.pointer, encode(name), ctypes.byref(out)))
        super().__init__(out.value, lib.builder_free, self.context)
        self.check()

    def model(self) -> int:
        """A model of all that was given; fails with the first mistake."""
        out = ctypes.c_void_p()
        self.context.check(lib.builder_model(self.pointer, ctypes.byref(out)))
        assert out.value
        return out.value

    def text(self) -> str:
        out = ctypes.c_void_p()
        self.context.check(lib.builder_text(self.pointer, ctypes.byref(out)))
        return lib.taken(out)

    def check(self) -> None:
        """Reports a mistake at once, at the line of the program that makes it."""
        self.text()

    def mark_place(self) -> None:
        lib.build_place(self.pointer, encode(caller_place()))

    def call(self, function: str, *arguments: Any) -> "Expr":
        if not function:
            raise argument_error("the name of the function is missing")
        handles = (lib.Expression * len(arguments))(*[self.handle(a) for a in arguments])
        return self.wrap(lib.call(self.pointer, encode(function), len(arguments), handles))

    def wrap(self, handle: lib.Expression) -> "Expr":
        if handle.node < 0:
            self.check()
        return Expr(self, handle)

    def handle(self, value: Any) -> lib.Expression:
        """An operand: an expression of this model, or a number."""
        if isinstance(value, Expr):
            if value._builder is not self:
                raise argument_error("an expression belongs to another model")
            return value._handle
        if isinstance(value, (bool, np.bool_)):
            return lib.boolean(self.pointer, int(value))  # type: ignore[no-any-return]
        if isinstance(value, (int, float, np.integer, np.floating)):
            number = float(value)
            if not math.isfinite(number):
                raise argument_error(f"a number in an expression must be finite, found {value}")
            return lib.number(self.pointer, number)  # type: ignore[no-any-return]
        if isinstance(value, (complex, np.complexfloating)):
            raise argument_error(f"models are real: the complex number {value} cannot be part of an expression; write real "
                                 "and imaginary part as two variables")
        if isinstance(value, numbers.Real) or type(value).__name__ == "Decimal":
            return self.handle(float(value))
        if isinstance(value, np.ndarray) and value.ndim == 0:
            return self.handle(value.item())
        if isinstance(value, str):
            return lib.text_expression(self.pointer, encode(value))  # type: ignore[no-any-return]
        raise argument_error(f"{type(value).__name__} cannot be part of an expression; expressions are made of "
                             "variables, parameters and numbers")


def is_operand(value: Any) -> bool:
    return isinstance(value, (Expr, int, float, complex, np.number, np.bool_, numbers.Real)) or type(value).__name__ == "Decimal"


def _binary(word: str) -> Callable[[Any, Any], Any]:
    def apply(self: "Expr", other: Any) -> Any:
        if not is_operand(other):
            return NotImplemented
        return self._builder.wrap(lib.BINARY[word](self._handle, self._builder.handle(other)))
    return apply


def _reflected(word: str) -> Callable[[Any, Any], Any]:
    def apply(self: "Expr", other: Any) -> Any:
        if not is_operand(other):
            return NotImplemented
        return self._builder.wrap(lib.BINARY[word](self._builder.handle(other), self._handle))
    return apply


def _relation(word: str) -> Callable[[Any, Any], Any]:
    def apply(self: "Expr", other: Any) -> Any:
        return Relation(self._builder, word, self, other) if is_operand(other) else NotImplemented
    return apply


class Expr:
    """An expression in the unknowns and parameters of a model; immutable, shared as often as wanted."""

    __slots__ = ("_builder", "_own", "name", "__weakref__")
    __hash__ = object.__hash__

    def __init__(self, builder: Builder, handle: Optional[lib.Expression], name: str = "") -> None:
        self._builder = builder
        self._own = handle
        self.name = name

    @property
    def _handle(self) -> lib.Expression:
        assert self._own is not None
        return self._own

    __add__ = _binary("add")
    __sub__ = _binary("sub")
    __mul__ = _binary("mul")
    __truediv__ = _binary("div")
    __pow__ = _binary("pow")
    __rsub__ = _reflected("sub")
    __rmul__ = _reflected("mul")
    __rtruediv__ = _reflected("div")
    __rpow__ = _reflected("pow")
    __eq__ = _relation("equal")
    __ne__ = _relation("not_equal")
    __lt__ = _relation("less")
    __le__ = _relation("less_equal")
    __gt__ = _relation("greater")
    __ge__ = _relation("greater_equal")
    __and__ = _binary("and")
    __or__ = _binary("or")
    __rand__ = _reflected("and")
    __ror__ = _reflected("or")

    def __radd__(self, other: Any) -> Any:
        if not is_operand(other):
            return NotImplemented
        if isinstance(other, int) and other == 0:  # where sum() begins
            return self
        return self._builder.wrap(lib.BINARY["add"](self._builder.handle(other), self._handle))

    def __neg__(self) -> "Expr":
        return self._builder.wrap(lib.negative(self._handle))

    def __pos__(self) -> "Expr":
        return self

    def __abs__(self) -> "Expr":
        return self._builder.call("abs", self)

    def __invert__(self) -> "Expr":
        return self._builder.wrap(lib.logical_not(self._handle))

    def __mod__(self, other: Any) -> Any:
        return self._builder.call("mod", self, other) if is_operand(other) else NotImplemented

    def __floordiv__(self, other: Any) -> Any:
        return self._builder.call("floor", self/other) if is_operand(other) else NotImplemented

    def __rfloordiv__(self, other: Any) -> Any:
        return self._builder.call("floor", other/self) if is_operand(other) else NotImplemented

    def __divmod__(self, other: Any) -> Any:
        return self//other, self % other

    def __rdivmod__(self, other: Any) -> Any:
        return other//self, other % self

    def __rmod__(self, other: Any) -> Any:
        return self._builder.call("mod", other, self) if is_operand(other) else NotImplemented

    def __float__(self) -> float:
        raise argument_error("an expression has no value before a run: write involute.sin(x) or np.sin(x) for math.sin(x), and "
                             "sol['x'] for the numbers of a solution")

    __int__ = __float__  # type: ignore[assignment]

    def __copy__(self) -> "Expr":
        return self

    def __deepcopy__(self, memo: Any) -> "Expr":
        return self

    def __reduce__(self) -> Any:
        raise TypeError("an expression belongs to its model and cannot be stored; store the model, or solutions")

    def __bool__(self) -> bool:
        raise argument_error("whether an expression is true is not known before a run: write a & b, a | b, ~a and "
                             "where(condition, x, y) in place of 'and', 'or', 'not', 'if' and a < b < c")

    def __repr__(self) -> str:
        if self.name:
            return self.name
        try:
            out = ctypes.c_void_p()
            self._builder.context.check(lib.expr_text(self._handle, ctypes.byref(out)))
            return lib.taken(out)
        except Error:
            return "<expression>"

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **options: Any) -> Any:
        return _apply_ufunc(ufunc, method, inputs, options)

    def __array_function__(self, function: Any, types: Any, arguments: Any, options: Any) -> Any:
        return _apply_function(function, arguments, options)


class Relation(Expr):
    """left == right, left < right, ...: an equation for Model.equation, else a condition."""

    __slots__ = ("word", "left", "right")
    __hash__ = object.__hash__

    def __init__(self, builder: Builder, word: str, left: Any, right: Any) -> None:
        super().__init__(builder, None)
        self.word = word
        self.left = left
        self.right = right

    @property
    def _handle(self) -> lib.Expression:
        if self._own is None:
            self._own = lib.BINARY[self.word](self._builder.handle(self.left), self._builder.handle(self.right))
        assert self._own is not None
        return self._own


class Array(np.ndarray):  # type: ignore[type-arg]
    """An array of expressions: numpy's operators and functions apply to its elements, @ multiplies matrices."""

    def __new__(cls, values: Any) -> "Array":
        plain = np.empty(np.shape(values), dtype=object)
        plain[...] = values
        return plain.view(cls)

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **options: Any) -> Any:
        return _apply_ufunc(ufunc, method, inputs, options)

    def __array_function__(self, function: Any, types: Any, arguments: Any, options: Any) -> Any:
        if function in (np.where, np.clip, np.interp):
            return _apply_function(function, arguments, options)
        return super().__array_function__(function, types, arguments, options)  # type: ignore[no-untyped-call]

    def __bool__(self) -> bool:
        raise argument_error("whether an array of expressions is true is not known before a run")


def _plain(value: Any) -> Any:
    """An operand of numpy's own loops over objects."""
    if isinstance(value, Expr):
        cell = np.empty((), dtype=object)
        cell[()] = value
        return cell
    array = np.asarray(value)
    return array.view(np.ndarray).astype(object)


def _as_array(value: Any) -> Any:
    return value.view(Array) if isinstance(value, np.ndarray) else value


def _apply_function(function: Any, arguments: Tuple[Any, ...], options: Dict[str, Any]) -> Any:
    """Functions of numpy that are no ufuncs, of which expressions are arguments."""
    if function is np.where and len(arguments) == 3 and not options:
        return where(*arguments)
    if function is np.clip and len(arguments) == 3 and not options:
        x, low, high = arguments
        return np.minimum(np.maximum(x, low), high)
    if function is np.interp and len(arguments) == 3 and not options:
        return _interpolated(*arguments)
    if any(isinstance(a, Expr) for a in arguments):
        return function(*[_plain(a) if isinstance(a, Expr) else a for a in arguments], **options)
    return function(*arguments, **options)


def _interpolated(x: Any, points: Any, values: Any) -> Any:
    """np.interp: straight lines between points, and the values of the ends beyond them."""
    from ._functions import add_table
    operands: Sequence[Any] = [x] if isinstance(x, Expr) else list(np.ravel(_plain(x)))
    for one in operands:
        if isinstance(one, Expr):
            return add_table(one._builder, points, values, "linear", "hold")(x)
    raise argument_error("np.interp takes expressions at numbers: only the first argument may be one")


# Options of ufuncs that change nothing for expressions.
_IDLE_OPTIONS = ("casting", "subok", "order", "dtype")


def _apply_ufunc(ufunc: Any, method: str, inputs: Tuple[Any, ...], options: Dict[str, Any]) -> Any:
    given = {name: value for name, value in options.items() if name not in _IDLE_OPTIONS}
    out = given.pop("out", None)
    result = _ufunc_value(ufunc, method, inputs, given)
    if out is None or result is NotImplemented:
        return result
    if not isinstance(out[0], np.ndarray) or out[0].dtype != object:
        return NotImplemented
    out[0].view(np.ndarray)[...] = _plain(result)
    return out[0]


def _ufunc_value(ufunc: Any, method: str, inputs: Tuple[Any, ...], given: Dict[str, Any]) -> Any:
    function = UFUNCS.get(ufunc)
    if method == "__call__" and function is not None and not given:
        if all(np.ndim(x) == 0 or isinstance(x, Expr) for x in inputs):
            return function(*[x.item() if isinstance(x, (np.ndarray, np.generic)) else x for x in inputs])
        loop = np.frompyfunc(function, len(inputs), 1)
        return _as_array(loop(*[_plain(x) for x in inputs]))
    if ufunc is np.matmul and method == "__call__" and not given:
        return _as_array(np.matmul(*[_plain(x) for x in inputs]))
    if method in ("reduce", "accumulate", "outer") and ufunc in (np.add, np.multiply, np.subtract):
        return _as_array(getattr(ufunc, method)(*[_plain(x) for x in inputs], **given))
    if method == "__call__" and function is None:
        raise argument_error(f"np.{ufunc.__name__} of an expression is not known to the model language; those that are: "
                             + ", ".join(sorted({u.__name__ for u in UFUNCS})))
    return NotImplemented


# --- functions ---

def _function(name: str, count: int, plain: Callable[..., Any]) -> Callable[..., Any]:
    """A function of the language, of expressions, arrays of them, and of numbers."""

    def scalar(*values: Any) -> Any:
        for value in values:
            if isinstance(value, Expr):
                return value._builder.call(name, *values)
        return plain(*values)

    def apply(*values: Any) -> Any:
        if len(values) != count:
            raise TypeError(f"{name}() takes {count} arguments, found {len(values)}")
        if any(isinstance(v, (np.ndarray, list, tuple)) for v in values):
            return _as_array(np.frompyfunc(scalar, count, 1)(*[_plain(v) for v in values]))
        return scalar(*values)

    apply.__name__ = apply.__qualname__ = name
    apply.__doc__ = f"{name} of an expression, of every element of an array, or of a number."
    return apply


def _number_only(name: str) -> Callable[..., Any]:
    def refuse(*values: Any) -> Any:
        raise argument_error(f"{name} takes expressions of a model, found {values}")
    return refuse


sin = _function("sin", 1, math.sin)
cos = _function("cos", 1, math.cos)
tan = _function("tan", 1, math.tan)
asin = _function("asin", 1, math.asin)
acos = _function("acos", 1, math.acos)
atan = _function("atan", 1, math.atan)
sinh = _function("sinh", 1, math.sinh)
cosh = _function("cosh", 1, math.cosh)
tanh = _function("tanh", 1, math.tanh)
asinh = _function("asinh", 1, math.asinh)
acosh = _function("acosh", 1, math.acosh)
erf = _function("erf", 1, math.erf)
erfc = _function("erfc", 1, math.erfc)
exp = _function("exp", 1, math.exp)
expm1 = _function("expm1", 1, math.expm1)
log = _function("log", 1, math.log)
log10 = _function("log10", 1, math.log10)
log1p = _function("log1p", 1, math.log1p)
sqrt = _function("sqrt", 1, math.sqrt)
sign = _function("sign", 1, np.sign)
floor = _function("floor", 1, math.floor)
ceil = _function("ceil", 1, math.ceil)
atan2 = _function("atan2", 2, math.atan2)
minimum = _function("min", 2, min)
maximum = _function("max", 2, max)
mod = _function("mod", 2, operator.mod)
rem = _function("rem", 2, math.fmod)
absolute = _function("abs", 1, abs)
pre = _function("pre", 1, _number_only("pre"))
edge = _function("edge", 1, _number_only("edge"))
change = _function("change", 1, _number_only("change"))
no_event = _function("noEvent", 1, _number_only("no_event"))
_derivative = _function("der", 1, _number_only("der"))


def der(x: Any, order: int = 1) -> Any:
    """The derivative by time, of a variable, of any expression, or of every element of an array."""
    for _ in range(order):
        name = x.name if isinstance(x, Expr) else ""
        x = _derivative(x)
        if name:
            x.name = f"der({name})"
    return x


def where(condition: Any, x: Any, y: Any) -> Any:
    """x where the condition holds, else y; a run has an event where it changes."""
    def one(c: Any, a: Any, b: Any) -> Any:
        if not isinstance(c, Expr):
            return a if c else b
        builder = c._builder
        return builder.wrap(lib.choose(c._handle, builder.handle(a), builder.handle(b)))
    if any(isinstance(v, np.ndarray) for v in (condition, x, y)):
        return _as_array(np.frompyfunc(one, 3, 1)(_plain(condition), _plain(x), _plain(y)))
    return one(condition, x, y)


def call(function: str, *arguments: Any) -> Expr:
    """Any function of the model language by its name, as call("sample", 0, 0.1)."""
    for argument in arguments:
        if isinstance(argument, Expr):
            return argument._builder.call(function, *arguments)
    raise argument_error(f"call({function!r}, ...): none of the arguments is an expression; use Model.call")


UFUNCS: Dict[Any, Callable[..., Any]] = {
    np.add: operator.add, np.subtract: operator.sub, np.multiply: operator.mul, np.true_divide: operator.truediv,
    np.power: operator.pow, np.float_power: operator.pow, np.negative: operator.neg, np.positive: operator.pos,
    np.equal: operator.eq, np.not_equal: operator.ne, np.less: operator.lt, np.less_equal: operator.le,
    np.greater: operator.gt, np.greater_equal: operator.ge,
    np.logical_and: operator.and_, np.logical_or: operator.or_, np.logical_not: operator.invert,
    np.bitwise_and: operator.and_, np.bitwise_or: operator.or_, np.invert: operator.invert,
    np.absolute: absolute, np.fabs: absolute, np.sign: sign, np.square: lambda x: x**2,
    np.reciprocal: lambda x: 1/x, np.sqrt: sqrt, np.exp: exp, np.expm1: expm1, np.log: log, np.log10: log10,
    np.log2: lambda x: log(x)/math.log(2), np.log1p: log1p, np.sin: sin, np.cos: cos, np.tan: tan,
    np.arcsin: asin, np.arccos: acos, np.arctan: atan, np.arctan2: atan2, np.sinh: sinh, np.cosh: cosh,
    np.tanh: tanh, np.arcsinh: asinh, np.arccosh: acosh, np.floor: floor, np.ceil: ceil, np.minimum: minimum,
    np.arctanh: lambda x: (log1p(x) - log1p(-x))/2, np.exp2: lambda x: 2.0**x,
    np.cbrt: lambda x: sign(x)*absolute(x)**(1/3), np.deg2rad: lambda x: x*(math.pi/180),
    np.radians: lambda x: x*(math.pi/180), np.rad2deg: lambda x: x*(180/math.pi),
    np.degrees: lambda x: x*(180/math.pi), np.floor_divide: operator.floordiv,
    np.maximum: maximum, np.fmin: minimum, np.fmax: maximum, np.mod: mod, np.hypot: lambda x, y: sqrt(x**2 + y**2),
    np.fmod: rem, np.trunc: lambda x: where(x < 0, ceil(x), floor(x)),
    np.copysign: lambda x, y: where(y < 0, -absolute(x), absolute(x)),
    np.heaviside: lambda x, half: where(x < 0, 0, where(x > 0, 1, half)),
    np.logaddexp: lambda x, y: maximum(x, y) + log1p(exp(-absolute(x - y))),
}


def _add_methods() -> None:
    """Methods that numpy calls for the elements of plain arrays of objects: np.sin(np.array([x, y]))."""
    for ufunc, function in UFUNCS.items():
        if ufunc.nin == 1 and not hasattr(Expr, ufunc.__name__):
            setattr(Expr, ufunc.__name__, lambda self, function=function: function(self))


_add_methods()


def sum_of(terms: Sequence[Any], builder: Builder) -> Expr:
    """A sum of many terms at once."""
    handles = (lib.Expression * len(terms))(*[builder.handle(t) for t in terms])
    return builder.wrap(lib.total(builder.pointer, len(terms), handles))


def product_of(factors: Sequence[Any], builder: Builder) -> Expr:
    """A product of many factors at once."""
    handles = (lib.Expression * len(factors))(*[builder.handle(f) for f in factors])
    return builder.wrap(lib.total_product(builder.pointer, len(factors), handles))
