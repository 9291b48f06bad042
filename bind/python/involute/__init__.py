# SPDX-License-Identifier: BSD-3-Clause
"""Differential-algebraic systems of any index, solved on the manifold of all their constraints.

>>> import involute
>>> from involute import der
>>> m = involute.Model("Circle")
>>> x, y = m.variables("x y", start=[1, 0])
>>> m.equation(der(x) == -y)
>>> m.equation(der(y) == x)
>>> m.equation(x**2 + y**2 == 1)
>>> sol = m.run(10)
>>> sol.ledger.worst < 4
True
"""
from ._ensemble import Ensemble
from ._expression import (Array, Expr, absolute, acos, acosh, asin, asinh, atan, atan2, call, ceil, change, cos, cosh,
                          der, edge, erf, erfc, exp, expm1, floor, log, log10, log1p, maximum, minimum, mod, no_event,
                          pre, sign, sin, sinh, sqrt, tan, tanh, where)
from ._ivp import OdeResult, OdeSolution, solve_ivp
from ._library import Error
from ._model import Analysis, Constraint, Interrupted, Model, gallery, load, parse
from ._solution import Event, Ledger, LedgerRow, Solution
from ._sympy import from_sympy
from ._tables import VERSION as __version__

__all__ = ["Analysis", "Array", "Constraint", "Ensemble", "Error", "Event", "Expr", "Interrupted", "Ledger", "LedgerRow", "Model", "OdeResult", "OdeSolution",
           "Solution", "absolute", "acos", "acosh", "asin", "asinh", "atan", "atan2", "call", "ceil", "change", "cos",
           "cosh", "der", "edge", "erf", "erfc", "exp", "expm1", "floor", "from_sympy", "gallery", "load", "log", "log10", "log1p",
           "maximum", "minimum", "mod", "no_event", "parse", "pre", "sign", "sin", "sinh", "solve_ivp", "sqrt", "tan", "tanh",
           "where", "__version__"]
