# SPDX-License-Identifier: BSD-3-Clause
"""Models: read from text, or built from Python expressions; and how they are run."""
from __future__ import annotations

import _thread
import ctypes
import difflib
import html
import math
import os
import sys
import tempfile
import threading
import time
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Optional, Sequence, Tuple, Union

import numpy as np

from . import _library as lib
from . import _tables
from ._ensemble import Ensemble, run_members
from ._expression import Array, Builder, Expr, Relation, finite_number, real_number, reals
from . import _functions, _linear
from ._events import Recorder, StepRecorder
from ._library import Error, argument_error
from ._linear import LinearSystem, SteadyState
from ._solution import Solution

Name = Union[str, Expr]
Values = Mapping[Any, Any]

_FLAGS = {field: (kind, flag) for kind, field, flag in _tables.OPTIONS}
_TEXTS = [field for kind, field, _ in _tables.OPTIONS if kind == "text"]
_INTERRUPT = _tables.STATUSES.index("E_INTERRUPT")
_TYPES = {float: 0, int: 1, bool: 2}
_ATTRIBUTES: Dict[str, Tuple[str, Tuple[type, ...]]] = {  # that are no numbers
    "unit": ("a text", (str,)), "fixed": ("True or False", (bool, np.bool_, Expr))}


@dataclass(frozen=True)
class Constraint:
    """A hidden constraint: it is not written in the model and follows by differentiation."""

    text: str  #: "2*x*der(x) + 2*y*der(y) = 0"; "": it is too long
    origin: str  #: the equation that it comes from
    where: str  #: its "file:line"
    level: int  #: how often it was differentiated


@dataclass(frozen=True)
class Analysis:
    """What completion finds about a model."""

    unknowns: int
    equations: int
    index: int
    dof: int
    coordinates: int
    constraints: int
    invariants: int
    hidden: List[Constraint]
    initial: Dict[str, float]  #: the point where a run starts
    summary: str  #: as `involute analyze` prints it

    def __str__(self) -> str:
        return self.summary


@dataclass(frozen=True)
class Quantity:
    """A conserved quantity that was found."""

    expr: str  #: in the names of the model
    degree: int  #: of its products
    generic: bool  #: it exists for all values of the parameters ...
    only_for: str  #: ... except that these must have theirs: "A, C"
    level: str  #: it holds only where these have their values at the start: "p*a + q*b = 0"; "": everywhere
    numbers_for: str  #: its numbers belong to the values of these: "m1, m2"
    has_time: bool
    has_angle: bool  #: it contains an angle, which jumps by a full turn
    residual: float  #: of its rate in quadruple precision, as a share of its terms
    proof: str  #: by exact algebra: "general", for all values of the parameters; "values", for these; "none"


class Interrupted(KeyboardInterrupt):
    """Ctrl-C during a run; `solution` is what was computed before."""

    def __init__(self, solution: Any) -> None:
        super().__init__("the run was interrupted" + (f" at t = {solution.end:.6g}" if solution else ""))
        self.solution = solution

    def __reduce__(self) -> Tuple[Any, ...]:
        return Interrupted, (None,), {**self.__dict__, "args": self.args}


class Model:
    """Equations of any index, and what belongs to them.

    >>> import involute
    >>> from involute import der
    >>> m = involute.Model("Pendulum")
    >>> x, y = m.variables("x y", start=[1, 0])
    >>> F = m.variable("F")
    >>> g = m.parameter("g", 9.81)
    >>> m.equation(der(der(x)) == -F*x)
    >>> m.equation(der(der(y)) == -F*y - g)
    >>> m.equation(x**2 + y**2 == 1, name="rod")
    >>> sol = m.run(10, rtol=1e-8)
    >>> sol.ledger.worst < 4
    True
    >>> bool(abs(sol["x"]**2 + sol["y"]**2 - 1).max() < 1e-15)
    True
    """

    def __init__(self, name: str = "Model") -> None:
        self._builder: Optional[Builder] = Builder(name)
        self._base: Optional[lib.Core] = None  # never changed nor run: runs have copies of it
        self._idle: List[lib.Core] = []
        self._lock = threading.Lock()
        self.name = name
        self.last: Optional[Solution] = None  #: the solution of the last run, also of one that failed
        self._declared: Dict[str, Any] = {}  # variables and parameters by name, and whole arrays
        self._source: Optional[Tuple[Any, ...]] = None  # of a model that was read: how to read it again
        self._functions: List[str] = []  # of a copy: their texts

    @classmethod
    def _from_core(cls, core: lib.Core) -> "Model":
        m = cls.__new__(cls)
        m._builder = None
        m._base = core
        m._idle = []
        m._lock = threading.Lock()
        m.name = lib.decode(lib.model_name(core.pointer))
        m.last = None
        m._source = None
        m._functions = []
        m._declared = {}
        return m

    # --- building ---

    def _build(self) -> Builder:
        """The builder, for what is added next at the caller's line."""
        if self._builder is None:
            raise argument_error(f"{self.name} was read from a text: add to the text instead")
        self._base = None
        self._idle = []
        self._builder.mark_place()
        return self._builder

    def _check_name(self, name: str) -> None:
        if not isinstance(name, str) or "\0" in name:
            raise argument_error(f"a name is a text without zero bytes, found {name!r}")
        if name in self._declared:
            raise argument_error(f"'{name}' is declared twice; m[{name!r}] is what was declared before")
        probe = Builder("Probe")  # a name that is none must not spoil the model
        probe.mark_place()
        if lib.build_variable(probe.pointer, lib.encode(name)).node < 0:
            probe.check()

    def _declare(self, name: str, make: Callable[[Builder], Any], attributes: Mapping[str, Any]) -> Tuple[Builder, Expr]:
        b = self._build()
        self._check_name(name)
        values = self._attributes(name, attributes)
        x = Expr(b, make(b), name)
        self._declared[name] = x
        for attribute, value in values:
            lib.build_attribute(b.pointer, x._handle, lib.encode(attribute), value)
        return b, x

    def __getitem__(self, name: str) -> Any:
        """A variable, parameter or array of a built model by its name: m["x"]."""
        if name not in self._declared:
            near = difflib.get_close_matches(name, self._declared, 1)
            raise KeyError(f"{self.name} declares no '{name}'" + (f"; did you mean '{near[0]}'?" if near else "")
                           + ("" if self._builder else ": it was read from a text, whose names are not Python's"))
        return self._declared[name]

    def _attributes(self, name: str, values: Mapping[str, Any]) -> List[Tuple[str, lib.Expression]]:
        """Attributes for the library: checked before the declaration, which cannot be taken back."""
        b = self._build()
        given = {attribute: value for attribute, value in values.items() if value is not None}
        for attribute, value in given.items():
            what, kinds = _ATTRIBUTES.get(attribute, ("a number", ()))
            if not isinstance(value, kinds) if kinds else isinstance(value, (str, bool, np.bool_)):
                raise argument_error(f"the attribute '{attribute}' of '{name}' must be {what}, found {value!r}")
        return [(attribute, b.handle(value)) for attribute, value in given.items()]

    def variable(self, name: str, start: Any = None, fixed: Optional[bool] = None, *, nominal: Any = None,
                 min: Any = None, max: Any = None, unit: Optional[str] = None) -> Expr:
        """An unknown. `start` is a guess for its value at the start, with fixed=True it holds exactly."""
        attributes = dict(start=start, fixed=fixed, nominal=nominal, min=min, max=max, unit=unit)
        return self._declare(name, lambda b: lib.build_variable(b.pointer, lib.encode(name)), attributes)[1]

    def variables(self, names: str, start: Optional[Sequence[Any]] = None, **attributes: Any) -> List[Expr]:
        """Several unknowns: m.variables("x y", start=[1, 0])."""
        words = names.replace(",", " ").split()
        starts = [None]*len(words) if start is None else list(start)
        if len(starts) != len(words):
            raise argument_error(f"there are {len(words)} names and {len(starts)} start values")
        for word, value in zip(words, starts):
            self._check_name(word)
            self._attributes(word, dict(start=value, **attributes))
        return [self.variable(word, value, **attributes) for word, value in zip(words, starts)]

    def array(self, name: str, shape: Union[int, Tuple[int, ...]], start: Any = None, **attributes: Any) -> Array:
        """An array of unknowns name[1], name[2], ...; start: one value for all, or one for each."""
        sizes = (shape,) if isinstance(shape, int) else tuple(shape)
        elements = np.empty(sizes, dtype=object)
        try:
            starts: Any = None if start is None else np.broadcast_to(np.asarray(start, dtype=object), sizes)
        except ValueError:
            raise argument_error(f"the array '{name}' has the shape {sizes} and start values of the shape "
                                 f"{np.shape(start)}") from None
        for value in [] if starts is None else starts.ravel():
            self._attributes(name, dict(start=value, **attributes))
        for at in np.ndindex(*sizes):
            subscript = ",".join(str(i + 1) for i in at)
            elements[at] = self.variable(f"{name}[{subscript}]", None if starts is None else starts[at], **attributes)
        self._declared[name] = Array(elements)
        return Array(elements)

    def parameter(self, name: str, value: Any = None, *, unit: Optional[str] = None, start: Any = None,
                  fixed: Optional[bool] = None) -> Expr:
        """A number that a run may change (parameters={name: value}), or an expression of other parameters.

        Without a value and with fixed=False it is found from the initial equations.
        """
        attributes = dict(unit=unit, start=start, fixed=fixed)
        if isinstance(value, Expr):
            given = self._build().handle(value)
            make = lambda b: lib.build_parameter_as(b.pointer, lib.encode(name), given)
        else:
            number = math.nan if value is None else finite_number(f"the value of the parameter '{name}'", value)
            make = lambda b: lib.build_parameter(b.pointer, lib.encode(name), number)
        return self._declare(name, make, attributes)[1]

    def parameters(self, names: str, values: Sequence[Any]) -> List[Expr]:
        """Several parameters: m.parameters("L g", [1, 9.81])."""
        words = names.replace(",", " ").split()
        if len(words) != len(values):
            raise argument_error(f"there are {len(words)} names and {len(values)} values")
        for word, value in zip(words, values):
            self._check_name(word)
            if value is not None and not isinstance(value, Expr):
                finite_number(f"the value of the parameter '{word}'", value)
        return [self.parameter(word, value) for word, value in zip(words, values)]

    def input(self, name: str, start: Any = 0, *, unit: Optional[str] = None) -> Expr:
        """A value that is given from outside: `start`, or over time by run(inputs={name: (times, values)})."""
        return self._declare(name, lambda b: lib.build_input(b.pointer, lib.encode(name)), dict(start=start, unit=unit))[1]

    def output(self, name: str, value: Any = None, *, start: Any = None, fixed: Optional[bool] = None, nominal: Any = None,
               min: Any = None, max: Any = None, unit: Optional[str] = None) -> Expr:
        """An unknown that linearize() shows as an output; with a value, the equation name = value is added."""
        attributes = dict(start=start, fixed=fixed, nominal=nominal, min=min, max=max, unit=unit)
        given = None if value is None else self._build().handle(value)
        b, x = self._declare(name, lambda b: lib.build_output(b.pointer, lib.encode(name)), attributes)
        if given is not None:
            lib.build_equation(b.pointer, x._handle, given, None)
        return x

    def discrete(self, name: str, start: Any = 0, type: type = float) -> Expr:
        """A variable that changes at events only (Model.when); type: float, int or bool."""
        if type not in _TYPES:
            raise argument_error(f"the type of a discrete variable is float, int or bool, found {type!r}")
        number = real_number(f"the start value of '{name}'", start)
        if type is not float and not (number.is_integer() and type(number) == number):
            raise argument_error(f"the start value of '{name}' must be of its type {type.__name__}, found {start!r}")
        b = self._build()
        attributes = dict(start=Expr(b, b.handle(type(number))), fixed=True)
        return self._declare(name, lambda b: lib.build_discrete(b.pointer, lib.encode(name), _TYPES[type]), attributes)[1]

    @property
    def time(self) -> Expr:
        """The time."""
        b = self._build()
        return Expr(b, lib.time_expression(b.pointer), "time")

    def call(self, function: str, *arguments: Any) -> Expr:
        """Any function of the model language by its name: m.call("sample", 0, 0.1)."""
        return self._build().call(function, *arguments)

    def function(self, text: str) -> _functions.Function:
        """A function that is an algorithm in the model language, with loops and local variables: what it returns is called
        with expressions, numbers and arrays, and gives the function's first result. Derivatives are exact.

        Functions of Python that are made of expressions need no declaration. Of several functions in the text the last
        one is returned; the others are for it, and for Model.call.

        >>> import involute
        >>> from involute import der
        >>> m = involute.Model("Kepler")
        >>> M, E = m.variables("M E", start=[1, 1])
        >>> eccentric = m.function('''
        ... function eccentric "solves E - e sin(E) = M"
        ...   input Real M, e;
        ...   output Real E;
        ... protected
        ...   Real d;
        ... algorithm
        ...   E := M;
        ...   d := 1;
        ...   while abs(d) > 1e-15 loop
        ...     d := (E - e*sin(E) - M)/(1 - e*cos(E));
        ...     E := E - d;
        ...   end while;
        ... end eccentric;''')
        >>> m.equation(der(M) == 1)
        >>> m.equation(E == eccentric(M, 0.5))
        >>> sol = m.run(3)
        >>> bool(abs(sol["E"] - 0.5*np.sin(sol["E"]) - sol["M"]).max() < 1e-14)
        True
        """
        return _functions.add_text(self._build(), text)

    def table(self, x: Any, y: Any, kind: str = "linear", beyond: str = "hold") -> _functions.Function:
        """A function that is given by its values y at the points x; of two arguments: x = (x1, x2) and y[i, j].

        kind    between the points: "linear", "constant", cubics "akima", "modified-akima", monotone ones
                "fritsch-butland", "steffen"
        beyond  them: "hold" the last value, "line", "periodic", or "error"

        np.interp(expression, x, y) is the linear one. Derivatives are exact, and no step goes over a kink.

        >>> import involute
        >>> from involute import der
        >>> m = involute.Model("Fall")
        >>> h, v = m.variables("h v", start=[0, 0], fixed=True)
        >>> drag = m.table([0, 10, 20, 40], [0, 1, 4, 16])
        >>> m.equation(der(h) == v)
        >>> m.equation(der(v) == 9.81 - drag(v))
        >>> round(float(m.run(20)["v"][-1]), 3)  # 20 + (9.81 - 4)/(16 - 4)*(40 - 20)
        29.683
        """
        return _functions.add_table(self._build(), x, y, kind, beyond)

    def _sides(self, equation: Any, right: Any) -> List[Tuple[Any, Any]]:
        """The pairs of sides of an equation, of an array of them, or of two arrays."""
        if right is not None:
            try:
                left, other = np.broadcast_arrays(np.asarray(equation, dtype=object), np.asarray(right, dtype=object))
            except ValueError:
                raise argument_error(f"the sides of the equation have the shapes {np.shape(equation)} and "
                                     f"{np.shape(right)}") from None
            return list(zip(left.ravel(), other.ravel()))
        if isinstance(equation, Relation) and equation.word == "equal":
            return [(equation.left, equation.right)]
        if isinstance(equation, (np.ndarray, list, tuple)):
            return [pair for one in np.ravel(np.asarray(equation, dtype=object)) for pair in self._sides(one, None)]
        if isinstance(equation, (bool, np.bool_)):
            raise argument_error("both sides of the equation are numbers, or arrays of different shapes")
        raise argument_error("an equation is written left == right; found "
                             + ("another relation" if isinstance(equation, Relation) else type(equation).__name__))

    def _handles(self, b: Builder, equation: Any, right: Any) -> List[Tuple[lib.Expression, lib.Expression]]:
        """The same for the library, all of them before the first is added."""
        return [(b.handle(left), b.handle(other)) for left, other in self._sides(equation, right)]

    def equation(self, equation: Any, right: Any = None, *, name: Optional[str] = None) -> None:
        """Adds left == right, or an array of equations."""
        b = self._build()
        words = lib.encode(name) if name else None
        for left, other in self._handles(b, equation, right):
            lib.build_equation(b.pointer, left, other, words)

    def equations(self, *equations: Any) -> None:
        """Adds several equations."""
        for one in equations:
            self.equation(one)

    def initial(self, equation: Any, right: Any = None, *, name: Optional[str] = None) -> None:
        """Adds an equation that holds at the start only: m.initial(der(x) == 0)."""
        b = self._build()
        words = lib.encode(name) if name else None
        for left, other in self._handles(b, equation, right):
            lib.build_initial_equation(b.pointer, left, other, words)

    def invariant(self, x: Any, name: Optional[str] = None) -> None:
        """x keeps the value that it has at the start: an energy, a momentum."""
        b = self._build()
        lib.build_invariant(b.pointer, b.handle(x), lib.encode(name) if name else None)

    def section(self, x: Any, direction: int = 0, name: Optional[str] = None) -> None:
        """A Poincare section x = 0; direction 1: where x becomes positive, -1: negative, 0: both."""
        b = self._build()
        lib.build_section(b.pointer, b.handle(x), direction, lib.encode(name) if name else None)

    def require(self, condition: Any, message: str) -> None:
        """A run ends with this message where the condition does not hold."""
        b = self._build()
        lib.build_assert(b.pointer, b.handle(condition), lib.encode(message))

    def when(self, condition: Any, reinit: Optional[Values] = None, set: Optional[Values] = None,
             terminate: Optional[str] = None) -> None:
        """What happens where the condition becomes true.

        reinit gives variables new values, `set` discrete ones; terminate ends the run with these words.

        >>> import involute
        >>> from involute import der, pre
        >>> m = involute.Model("Ball")
        >>> h, v = m.variables("h v", start=[1, 0], fixed=True)
        >>> bounces = m.discrete("bounces", 0, int)
        >>> m.equation(der(h) == v)
        >>> m.equation(der(v) == -9.81)
        >>> m.when(h < 0, reinit={v: -0.8*pre(v)}, set={bounces: pre(bounces) + 1})
        >>> sol = m.run(2)
        >>> sol.events[0].name, round(sol.events[0].t, 6)
        ('h < 0', 0.451524)
        """
        b = self._build()
        event = b.handle(condition)
        actions = [(x, b.handle(x), b.handle(value)) for x, value in (reinit or {}).items()]
        assignments = [(b.handle(x), b.handle(value)) for x, value in (set or {}).items()]
        words = None if terminate is None else lib.encode(terminate)
        lib.build_when(b.pointer, event)  # a mistake would leave it open from here on
        for _, x, value in actions:
            lib.build_reinit(b.pointer, x, value)
        for x, value in assignments:
            lib.build_equation(b.pointer, x, value, None)
        if words is not None:
            lib.build_terminate(b.pointer, words)
        lib.build_end(b.pointer)

    def annotation(self, text: str) -> None:
        """What may stand in the annotation of a model: "experiment(StopTime = 10)"."""
        lib.build_annotation(self._build().pointer, lib.encode(text))

    # --- what it is ---

    @property
    def text(self) -> str:
        """The model as Modelica; of a built one, expressions longer than 2000 characters are cut."""
        if self._builder is not None:
            return "\n".join([*self._texts(), self._builder.text()])
        return "\n".join([*self._texts(), lib.decode(lib.model_text(self._core().pointer))])

    def _texts(self) -> List[str]:
        """Functions and tables that were added to a built model."""
        return self._functions if self._builder is None else [text for text in self._builder.functions.values() if text]

    def _core(self) -> lib.Core:
        if self._base is None:
            assert self._builder is not None
            b = self._builder
            made = lib.Core(b.context, b.model())
            self._base = made.copy()
        return self._base

    def __repr__(self) -> str:
        return f"<involute.Model {self.name}>"

    def _repr_html_(self) -> str:
        try:
            a = self.analyze()
        except Error as e:
            return f"<b>{html.escape(self.name)}</b><pre>{html.escape(str(e))}</pre>"
        formula = typeset
        rows = "".join(f"<tr><td>{formula(h.text) if h.text else '(too long)'}</td><td>{formula(h.origin)}</td>"
                       f"<td>{html.escape(h.where)}</td><td>{h.level}</td></tr>" for h in a.hidden[:100])
        table = ("<table><tr><th>hidden constraint</th><th>from</th><th>where</th><th>level</th></tr>"
                 f"{rows}</table>") if rows else ""
        more = f"<p>and {len(a.hidden) - 100} more</p>" if len(a.hidden) > 100 else ""
        return (f"<b>{html.escape(self.name)}</b>: {a.equations} equations, {a.unknowns} unknowns; index {a.index}, "
                f"{a.dof} degrees of freedom{table}{more}")

    # --- copies ---

    def __copy__(self) -> "Model":
        """The same model as it is now; nothing can be added to a copy."""
        m = Model._from_core(self._core())
        m._source, m._functions = self._source, self._texts()
        return m

    def __deepcopy__(self, memo: Any) -> "Model":
        return self.__copy__()

    def __reduce__(self) -> Tuple[Any, ...]:
        """A model is stored as its text."""
        if self._source is not None:
            return _read_again, self._source
        text = self.text
        try:
            if " ..." in text:
                raise argument_error("expressions of more than 2000 characters are cut in its text")
            parse(text)
        except Error as e:
            raise TypeError(f"the model {self.name} was built by a program and cannot be stored as text: {e}; store the "
                            "function that builds it, or the results") from None
        return _read_again, (text, f"{self.name}.mo", None, ())

    # --- runs ---

    def analyze(self, parameters: Optional[Values] = None, start: Optional[Values] = None,
                **options: Any) -> Analysis:
        """Completes the model: its index, degrees of freedom, hidden constraints, and a consistent start.

        >>> import involute
        >>> a = involute.gallery("Pendulum").analyze()
        >>> a.index, a.dof
        (3, 2)
        """
        core = self._core().copy()
        core.set(assignments(parameters, start))
        o, kept = self._options(core, None, options)
        core.context.check(lib.model_complete(core.pointer, ctypes.byref(o)))
        counts = lib.model_structure(core.pointer).contents
        hidden = [Constraint(lib.decode(h.text), lib.decode(h.origin), lib.decode(h.where), h.level)
                  for h in lib.entries(lib.model_hidden, core.pointer, lib.Hidden)]
        initial = {lib.decode(p.name): p.value
                   for p in lib.entries(lib.model_initial, core.pointer, lib.Initial)}
        out = ctypes.c_void_p()
        core.context.check(lib.model_summary(core.context.pointer, core.pointer, ctypes.byref(out)))
        return Analysis(counts.unknowns, counts.equations, counts.index, counts.dof, counts.coordinates,
                        counts.constraints, counts.invariants, hidden, initial, lib.taken(out))

    def invariants(self, degree: int = 0, generators: Optional[str] = None,
                   parameters: Optional[Values] = None, start: Optional[Values] = None,
                   **options: Any) -> List[Quantity]:
        """Finds conserved quantities, without integration: sums of products, up to a degree (0: 3, or less for large
        models), of coordinates, time and what else the equations contain. generators: further factors, "log(x), x/y".

        >>> import involute
        >>> [q.expr for q in involute.gallery("Pendulum").invariants(degree=2)]
        ['vx^2 + vy^2 + 2*g*y']
        """
        core = self._core().copy()
        core.set(assignments(parameters, start))
        o, kept = self._options(core, None, options)
        search = lib.Search(degree, None if generators is None else lib.encode(generators))
        core.context.check(lib.model_find_invariants(core.pointer, ctypes.byref(o), ctypes.byref(search)))
        return [Quantity(lib.decode(f.expr), f.degree, bool(f.generic), lib.decode(f.only_for), lib.decode(f.level),
                         lib.decode(f.numbers), bool(f.has_time), bool(f.has_angle), f.residual, lib.decode(f.proof))
                for f in lib.entries(lib.model_found, core.pointer, lib.Found)]

    def _options(self, core: lib.Core, stop: Any, given: Mapping[str, Any]) -> Tuple[lib.Options, List[bytes]]:
        """The options of a run, and the texts that they borrow."""
        o = lib.Options()
        lib.options_init(ctypes.byref(o))
        core.context.check(lib.model_options(core.pointer, ctypes.byref(o)))
        kept = own_texts(o)
        values = dict(given)
        if stop is not None:
            if isinstance(stop, (tuple, list)) or np.ndim(stop) == 1:
                if len(stop) != 2:
                    raise argument_error(f"a run goes over (from, to), found {len(stop)} times; options every and points "
                                         "choose output rows, solution(t) has other times")
                values["start"], values["stop"] = stop
            else:
                values["stop"] = stop
        for field, value in values.items():
            if value is not None:
                set_option(core.context, o, field, value, kept)
        return o, kept

    def _take(self, values: Tuple[str, ...]) -> lib.Core:
        """A model to run with these values: the one of the last run, where only numbers differ, or a new copy."""
        with self._lock:
            base = self._core()
            if self._idle and self._idle[-1].values == values:
                return self._idle.pop()
            names = [v.split("=")[0] for v in values]
            for k, core in enumerate(self._idle):
                same = [v.split("=")[0] for v in core.values] == names
                if same and not any(n.startswith("der(") for n in names):
                    del self._idle[k]
                    break
            else:
                core = base.copy()
        if core.values != values:
            core.set(values)
        return core

    def _give_back(self, core: lib.Core, base: Optional[lib.Core]) -> None:
        with self._lock:
            if base is self._base:
                self._idle = [core]

    def steady(self, *, parameters: Optional[Values] = None, start: Optional[Values] = None,
               **options: Any) -> SteadyState:
        """A point on all constraints where nothing changes, near the start values or, if there is none, near the
        solution up to the stop time. Inputs keep their start values.

        >>> import involute
        >>> s = involute.gallery("Pendulum").steady()
        >>> abs(s["x"]) < 1e-12, round(s["y"], 12)
        (True, -1.0)
        """
        core = self._core().copy()
        core.set(assignments(parameters, start))
        o, kept = self._options(core, None, options)
        return _linear.steady(core, o, lambda call: run_watched(call, o, lib.Watch(math.nan, 0, 0), None))

    def linearize(self, at: Any = None, *, outputs: Any = None, parameters: Optional[Values] = None,
                  start: Optional[Values] = None, **options: Any) -> LinearSystem:
        """The model to first order: matrices A, B, C, D, states and poles, exact and on the constraints' tangent space.

        at        None: where a run starts; a time: there on the solution; "steady": at m.steady(); values by name, or
                  what m.steady() gives: at that point, the model's own start values do not count
        outputs   names of variables; else those that the model declares

        >>> import involute
        >>> l = involute.gallery("Pendulum").linearize("steady", parameters={"g": 9.81})
        >>> l.states, [complex(round(p.real, 9), round(p.imag, 4)) for p in l.poles]
        (['x', 'vx'], [3.1321j, -3.1321j])
        """
        core = self._core().copy()
        kind, t, values = _linear.AT_START, math.nan, {}
        if isinstance(at, SteadyState) or isinstance(at, Mapping):
            point = at.point if isinstance(at, SteadyState) else at
            kind = _linear.AT_POINT
            values = {name: value for name, value in point.items() if name != "time"}
        elif isinstance(at, str) and at == "steady":
            kind = _linear.AT_STEADY
        elif _linear.is_time(at):
            kind, t = _linear.AT_TIME, float(at)
        elif at is not None:
            raise argument_error("a model is linearized at a time, at values by name, {'x': 0}, or at \"steady\", found "
                                 f"{at!r}")
        core.set(assignments(parameters, start, values))
        o, kept = self._options(core, None, options)
        if outputs is not None:
            listed = [outputs] if isinstance(outputs, (str, Expr)) else list(outputs)
            outputs = [name.name if isinstance(name, Expr) else str(name) for name in listed]
            if not all(outputs):
                raise argument_error("outputs are variables or their names; give an expression a variable: m.output(...)")
        return _linear.linearize(core, o, kind, t, outputs,
                                 lambda call: run_watched(call, o, lib.Watch(math.nan, 0, 0), None))

    def run(self, stop: Any = None, *, parameters: Optional[Values] = None, start: Optional[Values] = None,
            events: Any = None, inputs: Optional[Mapping[Any, Any]] = None, dense: bool = False, steps: bool = False,
            progress: Union[None, bool, Callable[[float, int], Any]] = None, **options: Any) -> Solution:
        """Runs the model to the time `stop`, or over the times (from, to).

        parameters  values of parameters by name
        start       start values by name; those of derivatives, "der(x)", hold exactly
        events      where expressions pass zero: [x - 0.5, x < 0, "y", involute.Zero(y, direction=1, terminal=True)];
                    they are in sol.events, and a terminal one ends the run there
        inputs      values of inputs over time, {"u": (times, values)}, with straight lines between them
        dense       keeps what solution(t) needs; without it, the first solution(t) runs the model again
        steps       keeps every step, for sol.steps and the curves of sol.report; the run takes longer
        progress    a bar on the terminal: None where a run takes more than a second, or True, False; or a function
                    of time and steps, which is called now and then
        options     those of the command line with '_' for '-': rtol, atol, method, every, points, max_step, ...

        Raises Error, whose `solution` has what was computed before; Interrupted after Ctrl-C.

        >>> import involute
        >>> sol = involute.gallery("Pendulum").run(1, rtol=1e-8, parameters={"L": 2}, start={"x": 2})
        >>> round(float(sol["x"][0]), 12)
        2.0
        """
        values = assignments(parameters, start) if parameters is not None or start is not None else ()
        if events is None and not inputs and not steps:
            return self._run_plain(values, stop, options, dense, progress)
        core = self._core().copy()
        core.set(values)
        base = self._base
        if inputs:
            give_inputs(core, inputs)
            base = core.copy()
        o, kept = self._options(core, stop, options)
        o.dense = int(dense)
        watch = lib.Watch(math.nan, 0, 0)
        recorder = Recorder(events, core, o, watch) if events is not None or steps else None
        kept_steps = StepRecorder(o) if steps else None
        status, result = execute(core, o, progress, watch, recorder is not None)
        if recorder and recorder.failure:
            raise recorder.failure
        if recorder and recorder.end:
            status = 0
        if not result:
            lib.raise_status(core.context, status)
        assert result is not None
        return self._conclude(core, status, Solution(
            self.name, base, core if dense else None, result, o, kept, () if inputs else values, core.context.notes(),
            lib.is_interrupt(status), recorder, kept_steps))

    def _run_plain(self, values: Tuple[str, ...], stop: Any, options: Mapping[str, Any], dense: bool,
                   progress: Any) -> Solution:
        """A run of a model that may have been run before: little beside it is done again."""
        core = self._take(values)
        base = self._base
        seat = core.seat
        if seat is None:
            seat = core.seat = Seat(core)
        if not seat.is_settled(stop, options, dense):
            seat.settle(*self._options(core, stop, options), stop, options, dense)
        status, result = seat.run(progress)
        if not result:
            self._give_back(core, base)
            if status == _INTERRUPT:
                raise Interrupted(None)
            raise core.context.error(status)
        solution = Solution(self.name, base, core if dense else None, result, seat.o, seat.kept, values,
                            core.context.notes(), status == _INTERRUPT)
        if not dense:
            self._give_back(core, base)
        return self._conclude(core, status, solution)

    def _conclude(self, core: lib.Core, status: int, solution: Solution) -> Solution:
        """Raises what a run has reported beside its solution."""
        self.last = solution
        if not status:
            return solution
        if lib.is_interrupt(status):
            raise Interrupted(solution)
        raise core.context.error(status, solution)

    def map(self, members: Iterable[Values], stop: Any = None, *, workers: Optional[int] = None,
            reduce: Optional[Callable[[Any], Any]] = None,
            progress: Union[None, bool, Callable[[int, int], Any]] = None, **options: Any) -> Ensemble:
        """Runs the model once for each member, on all cores: a list of what came of them, in their order.

        members   values of parameters and start values by name, {"L": 2, "x": 0.5}, one mapping for each run; or a
                  pandas DataFrame with a row for each
        workers   threads; None: one for each processor. Numbers do not depend on it
        reduce    a function of each Solution (or Error), whose value is kept instead: for ensembles too large for
                  memory. It is called by several threads, one at a time
        progress  a bar on the terminal: None where it takes more than a second, or True, False; or a function of
                  members that are done and of all, which is called now and then
        stop, options  as for run

        A member that fails has its Error in the list, and the others go on. Ctrl-C raises Interrupted, whose
        `solution` is the list so far.

        >>> import involute
        >>> m = involute.gallery("Pendulum")
        >>> ensemble = m.map([{"g": g} for g in (9.7, 9.8, 9.9)], stop=2)
        >>> [round(float(sol["x"][-1]), 6) for sol in ensemble]
        [-0.769021, -0.791415, -0.812219]
        >>> ensemble.errors
        {}
        """
        return run_members(self, members, stop, workers, reduce, progress, options)


def typeset(equation: str) -> str:
    """An equation as MathML, behind the name that the model gives it."""
    name, colon, text = equation.partition(": ")
    if not colon:
        return lib.Pages.load().formula(equation)
    return html.escape(name + colon) + lib.Pages.load().formula(text)


def assignments(*groups: Optional[Values]) -> Tuple[str, ...]:
    """Values by name as the library takes them: ("L=2", "q[1]=0.5")."""
    found: List[str] = []
    for group in groups:
        if group is not None and not isinstance(group, Mapping) and hasattr(group, "to_dict"):
            group = group.to_dict()  # of pandas
        if group is not None and not isinstance(group, Mapping):
            raise argument_error(f"parameters and start take values by name, {{'x': 1}}, found {group!r}; a run from a time "
                                 "to another is run((from, to))")
        for key, value in (group or {}).items():
            if type(key) is str and key and type(value) is float and math.isfinite(value):  # nearly all of large ensembles
                found.append(f"{key}={value!r}")
                continue
            name = key.name if isinstance(key, Expr) else str(key)
            if not name:
                raise argument_error("a value belongs to a variable, a parameter or the derivative of a variable")
            if np.ndim(value) == 0:
                found.append(f"{name}={number_text(name, value)}")
                continue
            elements = np.asarray(value)
            for at in np.ndindex(*elements.shape):
                subscript = ",".join(str(i + 1) for i in at)
                found.append(f"{name}[{subscript}]={number_text(name, elements[at])}")
    return tuple(found)


def number_text(name: str, value: Any) -> str:
    if isinstance(value, (bool, np.bool_)):
        return "true" if value else "false"
    if isinstance(value, (int, np.integer)):
        return str(int(value))
    return repr(finite_number(f"the value of '{name}'", value))


# What else people try, and where it is.
_ELSEWHERE = {"t_eval": "the options every and points choose output rows, and sol(t) has other times",
              "dense": "ensemble[k](t) runs that member again for other times",
              "dense_output": "dense=True keeps what sol(t) needs", "t_span": "a run from a time to another is run((from, to))",
              "y0": "start={'x': 1} has start values by name", "args": "parameters={'L': 2} has parameters by name",
              "params": "parameters={'L': 2} has parameters by name", "tol": "rtol and atol are the tolerances"}


def own_texts(o: lib.Options) -> List[bytes]:
    """Options that are texts are the model's where its annotations give them: copies, which may live longer."""
    kept = []
    for field in _TEXTS:
        text = getattr(o, field)
        if text is not None:
            kept.append(text)
            setattr(o, field, text)
    return kept


def set_option(context: lib.Context, o: lib.Options, field: str, value: Any, kept: List[bytes]) -> None:
    if field not in _FLAGS:
        if field in _ELSEWHERE:
            raise argument_error(f"unknown option '{field}': {_ELSEWHERE[field]}")
        near = difflib.get_close_matches(field, _FLAGS, 1)
        raise argument_error(f"unknown option '{field}'" + (f"; did you mean '{near[0]}'?" if near else ""))
    kind, flag = _FLAGS[field]
    if kind == "flag" and not isinstance(value, str):
        setattr(o, field, int(bool(value)))
        return
    if isinstance(value, (bool, np.bool_)):
        value = "yes" if value else "no"
    is_number = kind == "real" and not isinstance(value, str)
    text = repr(real_number(f"the option '{field}'", value)) if is_number else str(value)
    kept.append(lib.encode(text))
    context.check(lib.options_set(context.pointer, ctypes.byref(o), lib.encode(flag), kept[-1]))


def give_inputs(core: lib.Core, inputs: Mapping[Any, Any]) -> None:
    """Tables of inputs over time, each with times of its own."""
    for key, table in inputs.items():
        name = key.name if isinstance(key, Expr) else str(key)
        try:
            times, values = (reals(column).ravel() for column in table)
        except (TypeError, ValueError):
            raise argument_error(f"the input '{name}' takes (times, values), found {table!r}") from None
        if len(times) != len(values):
            raise argument_error(f"the input '{name}' has {len(times)} times and {len(values)} values")
        with tempfile.NamedTemporaryFile("w", suffix=".csv", encoding="utf-8") as file:
            file.write(f'time,"{name}"\n')
            file.writelines(f"{float(t)!r},{float(v)!r}\n" for t, v in zip(times, values))
            file.flush()
            core.context.check(lib.model_input(core.pointer, lib.encode_path(file.name)))


# --- one run, which Ctrl-C can stop and a bar can show ---

def execute(core: lib.Core, o: lib.Options, progress: Any, watch: Optional[lib.Watch] = None,
            calls_back: bool = False) -> Tuple[int, Optional[lib.Result]]:
    """Runs a model."""
    out = ctypes.c_void_p()
    call = lambda: lib.model_run(core.pointer, ctypes.byref(o), ctypes.byref(out))
    try:
        status = run_watched(call, o, watch or lib.Watch(math.nan, 0, 0), progress, calls_back)
    except BaseException:
        lib.result_free(out)
        raise
    return status, lib.Result(out.value) if out.value else None


def run_watched(call: Callable[[], int], o: lib.Options, watch: lib.Watch, progress: Any, calls_back: bool = False) -> int:
    """Runs so that signals arrive, which only the main thread gets. A run that calls functions in Python is made by
    another thread: exceptions of a signal's handler would be lost where such a function begins."""
    shows = wants_bar(progress)
    if shows or calls_back:
        o.progress = lib.watch_progress
    o.interrupt = lib.watch_interrupt
    o.progress_data = o.interrupt_data = ctypes.addressof(watch)
    o.watch = watch  # lives as long as the options, which the call has
    if progress is None and threading.get_ident() != threading.main_thread().ident:
        return call()
    bar = Bar(watch, o, progress) if shows else None
    return _run_elsewhere(call, watch, bar) if calls_back else _run_here(call, watch, bar)


class Answer:
    """Whether a run should stop, which it asks now and then; meanwhile signals are handled and the bar is drawn."""

    def __init__(self) -> None:
        self.bar: Optional[Bar] = None
        self.raised: List[BaseException] = []

    def _answers(self) -> Iterator[int]:
        """Stands inside `try` when it is asked, so that no exception of a signal's handler is lost."""
        while True:
            try:
                yield len(self.raised)
                if self.bar is not None:
                    self.bar.show()
            except GeneratorExit:
                return
            except BaseException as e:
                self.raised.append(e)

    def function(self) -> Any:
        """What the library calls."""
        answers = self._answers()
        next(answers)
        return lib.ASK(answers.__next__)


    def check(self, status: int) -> None:
        """Raises what was raised during a run, but for the Ctrl-C that has stopped it."""
        raised, self.raised = self.raised, []
        if raised and not (isinstance(raised[0], KeyboardInterrupt) and lib.is_interrupt(status)):
            raise raised[0]


def _run_here(call: Callable[[], int], watch: lib.Watch, bar: Optional["Bar"]) -> int:
    answer = Answer()
    answer.bar = bar
    watch.ask = answer.function()
    try:
        status = call()
    finally:
        if bar is not None:
            bar.end()
    answer.check(status)
    return status


class Seat:
    """What a run needs beside its model, which stays with the model: in the cold memory after a run, to make all of it
    again would take as long as a hundred steps."""

    def __init__(self, core: lib.Core) -> None:
        self.pointer = core.pointer
        self.watch = lib.Watch(math.nan, 0, 0)
        self.answer = Answer()
        self.callback = self.answer.function()
        self.out = ctypes.c_void_p()
        self.o: lib.Options
        self.kept: List[bytes]
        self.given: Optional[Tuple[Any, ...]] = None  # what gave the options; None: they must not be used again
        self.types: List[type] = []  # of its values
        self.tells = False
        self.watch.ask = self.callback
        self.is_asked = True

    def is_settled(self, stop: Any, options: Mapping[str, Any], dense: bool) -> bool:
        return (self.given is not None and self.types == [type(stop), *map(type, options.values())]
                and self.given == (stop, options, dense))

    def settle(self, o: lib.Options, kept: List[bytes], stop: Any, options: Mapping[str, Any], dense: bool) -> None:
        o.dense = int(dense)
        o.interrupt = lib.watch_interrupt
        o.progress_data = o.interrupt_data = ctypes.addressof(self.watch)
        self.o, self.kept = o, kept
        self.types = [type(stop), *map(type, options.values())]
        is_sure = _PLAIN.issuperset(self.types) and stop != 0 and 0 not in options.values()  # 0 equals -0
        self.given = (stop, options, dense) if is_sure else None
        self.call = partial(lib.model_run, self.pointer, ctypes.byref(o), ctypes.byref(self.out))
        self.tells = False

    def _prepare(self, shows: bool, is_asked: bool) -> None:
        if shows != self.tells:
            self.o.progress = lib.watch_progress if shows else lib.PROGRESS(0)
            self.tells = shows
        if is_asked != self.is_asked:
            self.watch.ask = self.callback if is_asked else lib.NOBODY
            self.is_asked = is_asked
        self.watch.often = 0  # the library begins to look at the clock

    def run(self, progress: Any) -> Tuple[int, Optional[lib.Result]]:
        is_main = threading.get_ident() == _main[0]  # signals and the terminal are its own
        shows = wants_bar(progress) and (is_main or progress is not None)
        self._prepare(shows, shows or is_main)
        try:
            status = self._watched(progress) if shows else self.call()
            pointer, self.out.value = self.out.value, None
        except BaseException:
            lib.result_free(self.out)
            self.out.value = None
            raise
        result = lib.Result(pointer) if pointer else None
        if status or self.answer.raised:
            self.watch.stop = 0
            self.answer.check(status)
        return status, result

    def _watched(self, progress: Any) -> int:
        self.watch.t, self.watch.steps = math.nan, 0
        bar = self.answer.bar = Bar(self.watch, self.o, progress)
        try:
            return int(self.call())
        finally:
            self.answer.bar = None
            bar.end()


_PLAIN = {float, int, bool, str, type(None)}  # equal ones of the same type are the same, but for 0
_main = [threading.main_thread().ident]
os.register_at_fork(after_in_child=lambda: _main.__setitem__(0, threading.get_ident()))


class Worker:
    """A thread for runs of the main thread. It stays: a new one would begin with cold memory."""

    def __init__(self) -> None:
        self.given, self.done = threading.Lock(), threading.Lock()
        self.given.acquire()
        self.done.acquire()
        self.call: Optional[Callable[[], int]] = None
        self.status = 0
        self.is_busy = False
        _thread.start_new_thread(self._loop, ())

    def _loop(self) -> None:
        while True:
            self.given.acquire()
            assert self.call is not None
            self.status = self.call()
            self.call = None
            self.done.release()

    def begin(self, call: Callable[[], int]) -> None:
        self.is_busy = True
        self.call = call
        self.given.release()

    def wait(self, seconds: float) -> bool:
        if not self.done.acquire(timeout=seconds):
            return False
        self.is_busy = False
        return True


_workers: List[Worker] = []
os.register_at_fork(after_in_child=_workers.clear)


def _run_elsewhere(call: Callable[[], int], watch: lib.Watch, bar: Optional["Bar"]) -> int:
    if not _workers or _workers[0].is_busy:  # busy: a signal's handler runs a model
        _workers[:] = [Worker()]
    worker = _workers[0]
    worker.begin(call)
    while True:
        try:
            if worker.wait(3600.0 if bar is None else 0.1):
                break
            if bar is not None:
                bar.show()
        except BaseException as e:
            watch.stop = 1
            while worker.is_busy and not worker.wait(1.0):
                pass
            if isinstance(e, KeyboardInterrupt):
                break
            raise
        finally:
            if bar is not None and not worker.is_busy:
                bar.end()
    return worker.status


def notebook_display() -> Optional[Callable[..., Any]]:
    """IPython's display where it draws into a notebook; None: there is none."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    if shell is None or not hasattr(shell, "kernel"):
        return None
    from IPython.display import display
    return display  # type: ignore[no-any-return]


class _Markup:
    """What a notebook draws."""

    def __init__(self, text: str) -> None:
        self.text = text

    def _repr_html_(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return ""


def is_terminal() -> bool:
    return sys.stderr is not None and sys.stderr.isatty()


_asked_stream: List[Any] = [None, False]  # to ask is a call of the system


def wants_bar(progress: Any) -> bool:
    if progress is not None:
        return bool(progress)
    if _asked_stream[0] is not sys.stderr:
        _asked_stream[:] = [sys.stderr, is_terminal()]
    return _asked_stream[1] or notebook_display() is not None


class Bar:
    """How far a run is, on a terminal or in a notebook, or as a function is told."""

    def __init__(self, watch: lib.Watch, o: lib.Options, progress: Any) -> None:
        self.watch = watch
        self.o = o
        self.function = progress if callable(progress) else None
        self.display = notebook_display() if self.function is None else None
        self.is_wanted = progress is not None
        self.begin = time.monotonic()
        self.shown = False
        self.handle: Any = None

    def share(self) -> float:
        start = 0.0 if math.isnan(self.o.start) else float(self.o.start)
        stop = 1.0 if math.isnan(self.o.stop) else float(self.o.stop)
        share = (float(self.watch.t) - start)/(stop - start) if stop != start else 1.0
        return 0.0 if math.isnan(share) else min(max(share, 0.0), 1.0)

    def show(self) -> None:
        if self.function:
            self.function(self.watch.t, self.watch.steps)
        elif time.monotonic() >= self.begin + 1:
            self._show_line()

    def _show_line(self) -> None:
        text = f"t = {self.watch.t:.6g}, {self.watch.steps} steps"
        if self.display is not None:
            self._draw(f'<progress max="1" value="{self.share():.3f}"></progress> {text}')
        elif self.is_wanted or is_terminal():
            filled = "#"*round(30*self.share())
            sys.stderr.write(f"\r[{filled:<30}] {text} ")
            sys.stderr.flush()
        self.shown = True

    def _draw(self, markup: str) -> None:
        if self.handle is None and self.display is not None:
            self.handle = self.display(_Markup(markup), display_id=True)
        elif self.handle is not None:
            self.handle.update(_Markup(markup))

    def end(self) -> None:
        if not self.shown:
            return
        if self.display is not None:
            self._draw("")
        else:
            sys.stderr.write("\r" + " "*70 + "\r")
            sys.stderr.flush()
        self.shown = False


# --- where models come from ---

def parse(text: str, name: str = "model.mo", *, model: Optional[str] = None, libraries: Sequence[Any] = (),
          sandbox: bool = False) -> Model:
    """A model from its text in a subset of Modelica; `name` is what messages call the text.

    model: which one of several in the text; libraries: files of functions, records and types that it uses;
    sandbox: for a text that is not trusted, nothing in it opens a file, starts a compiler or loads a library.
    """
    if not isinstance(text, str):
        raise argument_error(f"a model is a text, found {type(text).__name__}; involute.load(path) reads a file")
    paths = tuple(str(p) for p in libraries)
    m = Model._from_core(lib.parsed(text, name, model, paths, sandbox))
    m._source = (text, name, model, paths, sandbox)
    return m


def _read_again(text: str, name: str, model: Optional[str], libraries: Tuple[str, ...], sandbox: bool = False) -> Model:
    return parse(text, name, model=model, libraries=libraries, sandbox=sandbox)


def load(path: Union[str, "os.PathLike[str]"], *, model: Optional[str] = None, libraries: Sequence[Any] = (),
         sandbox: bool = False) -> Model:
    """A model from a file; sandbox: as for `parse`."""
    try:
        text = Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as e:
        raise Error(f"{os.fspath(path)}: error: cannot be read: {getattr(e, 'strerror', None) or e}", "E_FILE",
                    os.fspath(path)) from None
    return parse(text, os.fspath(path), model=model, libraries=libraries, sandbox=sandbox)


def gallery(name: Optional[str] = None) -> Any:
    """A built-in model by its name; without one, the names of all.

    >>> import involute
    >>> "FourBar" in involute.gallery()
    True
    """
    folder = lib.FOLDER / "models"
    names = sorted(path.stem for path in folder.glob("*.mo"))
    if name is None:
        return names
    if name not in names:
        near = difflib.get_close_matches(name, names, 1)
        raise argument_error(f"there is no built-in model '{name}'"
                             + (f"; did you mean '{near[0]}'?" if near else "; involute.gallery() lists them"))
    return parse((folder / f"{name}.mo").read_text(encoding="utf-8"), f"models/{name}.mo")
