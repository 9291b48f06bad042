# SPDX-License-Identifier: BSD-3-Clause
"""Models from sympy: equations, and the objects of Kane's and Lagrange's methods.

Constraints stay as they are: no coordinate is solved for, and constraints that follow from others are
kept as equations. Constraint forces are J^T lambda, with one multiplier for each constraint; where
constraints are dependent, the multipliers of some are zero, since forces and not multipliers are unique.
Which ones is decided by the rank of J at points of the constraints near the start values.
"""
from __future__ import annotations

import math
from typing import Any, Dict, Iterable, List, Mapping, Optional, Sequence, Tuple

import numpy as np

from . import _expression as ex
from . import _library as lib
from ._expression import Builder, Expr, real_number
from ._library import argument_error
from ._model import Model

_RANK = 1e-9  # singular values below this share of the largest are zero: points are exact to about 1e-13


def _functions() -> Dict[Any, Any]:
    import sympy as sp
    return {sp.sin: ex.sin, sp.cos: ex.cos, sp.tan: ex.tan, sp.asin: ex.asin, sp.acos: ex.acos, sp.atan: ex.atan,
            sp.sinh: ex.sinh, sp.cosh: ex.cosh, sp.tanh: ex.tanh, sp.asinh: ex.asinh, sp.acosh: ex.acosh,
            sp.erf: ex.erf, sp.erfc: ex.erfc, sp.exp: ex.exp, sp.log: ex.log, sp.Abs: ex.absolute, sp.sign: ex.sign,
            sp.floor: ex.floor, sp.ceiling: ex.ceil, sp.atan2: ex.atan2}


def _relations() -> Dict[Any, str]:
    import sympy as sp
    return {sp.Lt: "less", sp.Le: "less_equal", sp.Gt: "greater", sp.Ge: "greater_equal", sp.Eq: "equal",
            sp.Ne: "not_equal", sp.And: "and", sp.Or: "or"}


class Translation:
    """sympy's expressions as those of a model; equal parts are shared."""

    def __init__(self, model: Model, time: Any) -> None:
        self.model = model
        self.builder: Builder = model._build()
        self.time = time
        self.known: Dict[Any, Any] = {time: model.time}
        self.functions = _functions()
        self.relations = _relations()

    def __call__(self, e: Any) -> Any:
        found = self.known.get(e)
        if found is None:
            found = self.known[e] = self._made(e)
        return found

    def _made(self, e: Any) -> Any:
        import sympy as sp
        b = self.builder
        if e.is_Number or e.is_NumberSymbol:
            value = float(e)
            if not math.isfinite(value):
                raise argument_error(f"an equation holds the number {e}: it must be finite")
            return value
        if e.is_Add:
            return ex.sum_of([self(a) for a in e.args], b)
        if e.is_Mul:
            return self._product(e)
        if e.is_Pow:
            return self._power(e)
        if isinstance(e, sp.Derivative):
            return self._derivative(e)
        if isinstance(e, sp.Piecewise):
            return self._piecewise(e)
        if isinstance(e, (sp.Min, sp.Max)):
            return self._folded(ex.minimum if isinstance(e, sp.Min) else ex.maximum, e.args)
        if e is sp.true or e is sp.false:
            return bool(e)
        if isinstance(e, sp.Not):
            return ~self(e.args[0])
        for kind, word in self.relations.items():
            if isinstance(e, kind):
                return self._folded(lambda x, y: b.wrap(lib.BINARY[word](b.handle(x), b.handle(y))), e.args)
        function = self.functions.get(e.func)
        if function:
            return function(*[self(a) for a in e.args])
        raise argument_error(f"'{e}' has no meaning in a model: it is no unknown, no parameter, and {e.func} is no "
                             "function that models have")

    def _folded(self, function: Any, arguments: Sequence[Any]) -> Any:
        result = self(arguments[0])
        for a in arguments[1:]:
            result = function(result, self(a))
        return result

    def _product(self, e: Any) -> Any:
        numerator, denominator = _split(e)
        top = ex.product_of([self(a) for a in numerator], self.builder)
        if not denominator:
            return top
        return top/ex.product_of([self(a) for a in denominator], self.builder)

    def _power(self, e: Any) -> Any:
        import sympy as sp
        base, exponent = e.args
        if base is sp.E:
            return ex.exp(self(exponent))
        if exponent == sp.Rational(1, 2):
            return ex.sqrt(self(base))
        if exponent == sp.Rational(-1, 2):
            return 1/ex.sqrt(self(base))
        if exponent.is_Number and exponent.is_negative:
            return 1/self(base) if exponent == -1 else 1/self(base)**self(-exponent)
        return self(base)**self(exponent)

    def _derivative(self, e: Any) -> Any:
        import sympy as sp
        by = e.variables
        if any(v != self.time for v in by):
            raise argument_error(f"'{e}' is a derivative by something else than time")
        inner = sp.Derivative(e.expr, *by[:-1]) if len(by) > 1 else e.expr
        return ex.der(self(inner))

    def _piecewise(self, e: Any) -> Any:
        value, condition = e.args[-1]
        if condition != True:  # noqa: E712 -- sympy's truth
            raise argument_error(f"'{e}' has no value where none of its conditions holds")
        result = self(value)
        for value, condition in reversed(e.args[:-1]):
            result = ex.where(self(condition), self(value), result)
        return result


def _split(e: Any) -> Tuple[List[Any], List[Any]]:
    """The factors of a product, and those of its denominator."""
    above, below = [], []
    for a in e.args:
        if a.is_Pow and a.args[1].is_Number and a.args[1].is_negative:
            below.append(a.args[0]**-a.args[1])
        else:
            above.append(a)
    return above, below


def _plain_name(symbol: Any) -> str:
    """x for x(t); lam_1 for lambda_{1}."""
    name = str(symbol.func) if symbol.is_Function else str(symbol)
    plain = "".join(c if c.isalnum() or c == "_" else "_" if c not in "{}\\" else "" for c in name)
    return f"q_{plain}" if plain[:1].isdigit() else plain


def _as_residuals(equations: Any) -> List[Any]:
    import sympy as sp
    items = list(equations) if isinstance(equations, (list, tuple, sp.MatrixBase)) else [equations]
    residuals = []
    for e in items:
        if isinstance(e, (sp.MatrixBase, list, tuple)):
            residuals += _as_residuals(e)
        elif e is sp.true or e == 0:
            continue
        else:
            residuals.append(e)
    return residuals


def _unknowns_in(equations: Iterable[Any], time: Any) -> List[Any]:
    """The functions of time that occur, by name."""
    from sympy.core.function import AppliedUndef
    found = {f for e in equations for f in e.atoms(AppliedUndef)}
    for f in found:
        if f.args != (time,):
            raise argument_error(f"'{f}' is no function of time {time}: unknowns are those, as dynamicsymbols makes them")
    return sorted(found, key=str)


def _fill(name: str, equations: List[Any], unknowns: List[Any], parameters: Mapping[Any, Any],
          start: Mapping[Any, Any], fixed: Iterable[Any], time: Any,
          names: Mapping[Any, str]) -> Model:
    import sympy as sp
    m = Model(name)
    translate = Translation(m, time)
    exact = {sp.sympify(f) for f in fixed}
    if exact - {*unknowns}:
        raise argument_error(f"fixed holds {', '.join(sorted(map(str, exact - {*unknowns})))}, which is no unknown; there are "
                             f"{', '.join(map(str, unknowns))}. Start values of derivatives hold exactly without it")
    guesses = {sp.sympify(k): v for k, v in start.items()}
    given = {sp.sympify(k) if not isinstance(k, str) else sp.Symbol(k): v for k, v in parameters.items()}
    for u in unknowns:
        value = guesses.pop(u, None)
        guess = None if value is None else real_number(f"the start value of {u}", value)
        translate.known[u] = m.variable(names.get(u, _plain_name(u)), guess, True if u in exact else None)
    symbols = sorted({s for e in equations for s in e.free_symbols} - {time, *unknowns}, key=str)
    values = {str(k): v for k, v in given.items()}
    missing = [str(s) for s in symbols if str(s) not in values]
    if missing:
        raise argument_error(f"no value for {', '.join(missing)}: give parameters={{symbol: value}}, or unknowns=[...]")
    for s in symbols:
        translate.known[s] = m.parameter(_plain_name(s), real_number(f"the value of {s}", values[str(s)]))
    for e in equations:
        sides = (e.lhs, e.rhs) if isinstance(e, sp.Eq) else (e, sp.Integer(0))
        m.equation(translate(sides[0]), translate(sides[1]))
    for derivative, value in guesses.items():
        m.initial(translate(derivative), real_number(f"the start value of {derivative}", value))
    return m


def from_sympy(source: Any, *, parameters: Optional[Mapping[Any, Any]] = None,
               start: Optional[Mapping[Any, Any]] = None, fixed: Iterable[Any] = (), unknowns: Sequence[Any] = (),
               configuration_constraints: Any = (), velocity_constraints: Any = (), bodies: Any = None,
               loads: Any = None, time: Any = None, name: str = "Model") -> Model:
    """A model from sympy's equations, or from a KanesMethod or LagrangesMethod.

    source      expressions that are zero and Eq(left, right), in functions of time; or the object of a method
    parameters  values of all other symbols
    start       guesses for unknowns; those for derivatives, {x.diff(): 1}, hold exactly
    fixed       unknowns whose start value holds exactly
    unknowns    symbols that are unknowns without being functions of time
    configuration_constraints, velocity_constraints
                for the method's coordinates, beside its own; also such that follow from others
    bodies, loads
                of Kane's method, where kanes_equations() was not called

    >>> import involute, sympy
    >>> from sympy.physics.mechanics import dynamicsymbols
    >>> x, y, F = dynamicsymbols("x y F")
    >>> L, g = sympy.symbols("L g")
    >>> m = involute.from_sympy([x.diff().diff() + F*x, y.diff().diff() + F*y + g, x**2 + y**2 - L**2],
    ...                         parameters={L: 1, g: 9.81}, start={x: 1})
    >>> m.run(1).ledger.worst < 4
    True
    """
    from sympy.physics.mechanics import KanesMethod, LagrangesMethod, dynamicsymbols
    t = dynamicsymbols._t if time is None else time
    values = dict(parameters or {})
    guesses = dict(start or {})
    if isinstance(source, KanesMethod):
        system = _kane(source, bodies, loads)
    elif isinstance(source, LagrangesMethod):
        system = _lagrange(source)
    else:
        equations = _as_residuals(source)
        return _fill(name, equations, [*_unknowns_in(equations, t), *unknowns], values, guesses, fixed, t, {})
    system.configuration += _as_residuals(configuration_constraints)
    system.velocity += _as_residuals(velocity_constraints)
    equations, multipliers = system.constrained(values, guesses, t)
    names = {m: f"lambda_{k + 1}" for k, m in enumerate(multipliers)}
    everything = [*_unknowns_in(equations, t), *unknowns, *multipliers]
    return _fill(name, equations, everything, values, guesses, fixed, t, names)


class _Mechanics:
    """Equations of motion without constraint forces, and the constraints."""

    def __init__(self, q: List[Any], u: List[Any], kinematic: List[Any], rates: Mapping[Any, Any],
                 dynamic: List[Any], configuration: List[Any], velocity: List[Any]) -> None:
        self.q = q
        self.u = u  # speeds, or the derivatives of q
        self.kinematic = kinematic
        self.rates = rates  # derivatives of q by speeds
        self.dynamic = dynamic
        self.configuration = configuration
        self.velocity = velocity

    def constrained(self, values: Mapping[Any, Any], guesses: Mapping[Any, Any],
                    t: Any) -> Tuple[List[Any], List[Any]]:
        """All equations, with multipliers, and these."""
        import sympy as sp
        rows = [c.diff(t).subs(self.rates) for c in self.configuration] + [c.subs(self.rates) for c in self.velocity]
        count = len(rows)
        if not count:
            return [*self.kinematic, *self.dynamic], []
        forces = sp.Matrix(rows).jacobian(self.u)
        multipliers = [sp.Symbol(f"involute_multiplier_{k}") for k in range(count)]
        dependent = self._dependent(forces, values, guesses, t)
        carried = sp.Matrix([0 if k in dependent else multipliers[k] for k in range(count)])
        forced = sp.Matrix(self.dynamic) + forces.T*carried
        zero = [sp.Eq(multipliers[k], 0) for k in sorted(dependent)]
        return [*self.kinematic, *forced, *self.configuration, *self.velocity, *zero], multipliers

    def _dependent(self, forces: Any, values: Mapping[Any, Any], guesses: Mapping[Any, Any], t: Any) -> List[int]:
        """The constraints whose forces those of others can be, at points near the start."""
        import sympy as sp
        plain = {c: sp.Symbol(f"involute_c{k}") for k, c in enumerate([*self.q, *self.u])}
        unknowns = list(plain.values())
        numbers = {sp.sympify(k) if not isinstance(k, str) else sp.Symbol(k): v for k, v in values.items()}
        by_name = {s: numbers.get(s, numbers.get(sp.Symbol(str(s)))) for s in
                   {s for e in [*self.configuration, *self.velocity, *forces] for s in e.free_symbols} - {t}}
        missing = [str(s) for s, v in by_name.items() if v is None]
        if missing:
            raise argument_error(f"no value for {', '.join(sorted(missing))}: give parameters={{symbol: value}}")
        at = {**by_name, t: 0.0}

        def function(matrix: Any, *order: Any) -> Any:
            return sp.lambdify([unknowns], sp.Matrix(matrix).subs(self.rates).subs(plain).subs(at), "numpy")

        points = _points(function(self.configuration or [0]),
                         function(sp.Matrix(self.configuration or [0]).jacobian(self.q)),
                         [float(guesses.get(c, 0.0)) for c in self.q], len(self.u))
        matrices = [np.atleast_2d(np.array(function(forces)(p), dtype=float)) for p in points]
        return _dependent_rows(max(matrices, key=_rank))


def _points(residual: Any, jacobian: Any, q: List[float], speeds: int) -> List[Any]:
    """Points of the configuration constraints, by Newton's method from the start and from some beside it."""
    random = np.random.default_rng(1)
    points = []
    for k in range(4):
        x = np.array(q) + (0.0 if k == 0 else 0.05*random.standard_normal(len(q)))
        for _ in range(50):
            full = np.concatenate([x, np.zeros(speeds)])
            r = np.array(residual(full), dtype=float).ravel()
            j = np.atleast_2d(np.array(jacobian(full), dtype=float))
            step = np.linalg.lstsq(j, r, rcond=_RANK)[0]
            x = x - step
            if np.abs(step).max(initial=0.0) < 1e-13*(1 + np.abs(x).max(initial=0.0)):
                break
        if np.all(np.isfinite(x)):
            points.append(np.concatenate([x, np.zeros(speeds)]))
    if not points:
        raise argument_error("no point of the configuration constraints was found near the start values; "
                             "give start={coordinate: value}")
    return points


def _rank(matrix: Any) -> int:
    return int(np.linalg.matrix_rank(matrix, tol=_RANK*max(1e-300, float(np.abs(matrix).max()))))


def _dependent_rows(matrix: Any) -> List[int]:
    """Rows that depend on those before them."""
    kept: List[int] = []
    dependent = []
    scaled = matrix/np.maximum(np.linalg.norm(matrix, axis=1, keepdims=True), 1e-300)
    for k in range(len(scaled)):
        if _rank(scaled[kept + [k]]) > len(kept):
            kept.append(k)
        else:
            dependent.append(k)
    return dependent


def _kane(kane: Any, bodies: Any, loads: Any) -> _Mechanics:
    """Kane's equations for all speeds, as if none were dependent."""
    import sympy as sp
    from sympy.physics.mechanics import KanesMethod
    bodies = bodies if bodies is not None else kane.bodies
    loads = loads if loads is not None else kane.forcelist
    if not bodies:
        raise argument_error("the KanesMethod has no bodies: call kanes_equations(bodies, loads) before, or give bodies "
                             "and loads")
    q = list(kane.q)
    u = list(kane.u)
    rates = kane.kindiffdict()
    kinematic = [sp.Eq(rate, value) for rate, value in rates.items()]
    free = KanesMethod(kane._inertial, q, u, [rate - value for rate, value in rates.items()])
    fr, frstar = free.kanes_equations(bodies, loads)
    dynamic = [e.subs(rates) for e in fr + frstar]
    holonomic = [c for c in kane._f_h] if kane._f_h else []
    velocity = list(kane._k_nh*kane.u + kane._f_nh) if kane._k_nh else []
    return _Mechanics(q, u, kinematic, rates, dynamic, holonomic, velocity)


def _lagrange(method: Any) -> _Mechanics:
    """Lagrange's equations without multipliers, and the constraints."""
    if not hasattr(method, "eom") or method.eom is None or not len(method.eom):
        method.form_lagranges_equations()
    rates: Dict[Any, Any] = {}
    dynamic = list(method.eom)
    lam = list(method.lam_vec) if method.coneqs else []
    dynamic = [e.subs({one: 0 for one in lam}) for e in dynamic]
    holonomic = list(method._hol_coneqs)
    velocity = list(method.coneqs)[len(holonomic):] if method.coneqs else []
    return _Mechanics(list(method.q), list(method._qdots), [], rates, dynamic, holonomic, velocity)
