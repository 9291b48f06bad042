# SPDX-License-Identifier: BSD-3-Clause
"""The package says that it works with Python 3.9: its files are looked through for what later versions have brought.

There is no such interpreter here. What is looked at: the grammar, as of 3.9; annotations, which 3.9 evaluates unless the
file postpones them; operators of types at run time; arguments, functions and modules of the standard library that are
younger. mypy, which check_python.sh runs with python_version 3.9, knows the signatures of the rest.
"""
import ast
import builtins
import inspect
import pathlib
import sys

import pytest

import involute

PACKAGE = pathlib.Path(involute.__file__).parent
BACKEND = pathlib.Path(__file__).parents[1] / "backend"
FILES = sorted([*PACKAGE.glob("*.py"), *BACKEND.glob("*.py")])

# Names by module that came with 3.10, 3.11 or 3.12 ("What's New in Python", Python Software Foundation).
YOUNGER = {
    "builtins": {"aiter", "anext", "EncodingWarning", "ExceptionGroup", "BaseExceptionGroup", "PythonFinalizationError"},
    "typing": {"Concatenate", "ParamSpec", "ParamSpecArgs", "ParamSpecKwargs", "TypeAlias", "TypeGuard", "is_typeddict", "Self",
               "Never", "LiteralString", "Required", "NotRequired", "Unpack", "TypeVarTuple", "assert_never", "assert_type",
               "reveal_type", "dataclass_transform", "override", "get_overloads", "clear_overloads", "TypeAliasType"},
    "types": {"NoneType", "EllipsisType", "NotImplementedType", "UnionType", "get_original_bases"},
    "dataclasses": {"KW_ONLY"}, "itertools": {"pairwise", "batched"}, "contextlib": {"aclosing", "AsyncContextDecorator", "chdir"},
    "math": {"cbrt", "exp2", "sumprod", "fma"}, "statistics": {"correlation", "covariance", "linear_regression"},
    "operator": {"call"}, "inspect": {"get_annotations", "getmembers_static", "markcoroutinefunction"},
    "sys": {"orig_argv", "stdlib_module_names", "exception", "monitoring", "activate_stack_trampoline"},
    "os": {"eventfd", "eventfd_read", "EFD_CLOEXEC", "process_cpu_count", "listdrives"}, "enum": {"StrEnum", "verify", "ReprEnum"},
    "threading": {"gettrace", "getprofile", "setprofile_all_threads"}, "hashlib": {"file_digest"},
    "datetime": {"UTC"}, "logging": {"getLevelNamesMapping"}, "calendar": {"Month", "Day"},
    "random": {"binomialvariate"}, "pathlib": {"UnsupportedOperation"},
}
# Modules likewise; and keywords of functions, methods and decorators.
YOUNGER_MODULES = {"tomllib", "asyncio.taskgroups", "asyncio.timeouts", "wsgiref.types", "importlib.resources.abc"}
YOUNGER_KEYWORDS = {"zip": {"strict"}, "map": {"strict"}, "dataclass": {"slots", "kw_only", "weakref_slot"},
                    "bisect_left": {"key"}, "bisect_right": {"key"}, "bisect": {"key"}, "insort": {"key"},
                    "write_text": {"newline"}, "TemporaryDirectory": {"delete"},
                    "NamedTemporaryFile": {"delete_on_close"}, "connect": {"autocommit"}, "field": {"kw_only"}}
YOUNGER_METHODS = {"add_note", "bit_count", "hardlink_to"}


def tree_of(path):
    return ast.parse(path.read_text(encoding="utf-8"), str(path), feature_version=(3, 9))


def postpones_annotations(tree):
    return any(isinstance(n, ast.ImportFrom) and n.module == "__future__" and any(a.name == "annotations" for a in n.names)
               for n in tree.body)


def annotations_of(tree):
    found = []
    for n in ast.walk(tree):
        if isinstance(n, (ast.FunctionDef, ast.AsyncFunctionDef)):
            every = [*n.args.posonlyargs, *n.args.args, *n.args.kwonlyargs, n.args.vararg, n.args.kwarg]
            found += [a.annotation for a in every if a is not None and a.annotation is not None] + ([n.returns] if n.returns else [])
        elif isinstance(n, ast.AnnAssign):
            found.append(n.annotation)
    return found


def is_type(node):
    """Whether an operand can only be a type: None, a builtin type, or one of them with brackets."""
    if isinstance(node, ast.Subscript):
        return is_type(node.value) or isinstance(node.value, ast.Name) and node.value.id in ("Optional", "Union", "List", "Dict")
    if isinstance(node, ast.Constant):
        return node.value is None
    return isinstance(node, ast.Name) and inspect.isclass(getattr(builtins, node.id, None))


def complaints(tree, name):
    """What 3.9 would not take, each with its line."""
    found = []
    late = {id(x) for a in annotations_of(tree) for x in ast.walk(a)} if postpones_annotations(tree) else set()
    modules = {}
    for n in ast.walk(tree):
        if isinstance(n, ast.Import):
            modules.update({(a.asname or a.name): a.name for a in n.names})
            found += [(n.lineno, a.name) for a in n.names if a.name in YOUNGER_MODULES]
        elif isinstance(n, ast.ImportFrom):
            found += [(n.lineno, f"{n.module}.{a.name}") for a in n.names if a.name in YOUNGER.get(n.module or "", ())]
            found += [(n.lineno, n.module)]*(n.module in YOUNGER_MODULES)
    for n in ast.walk(tree):
        if isinstance(n, ast.BinOp) and isinstance(n.op, ast.BitOr) and id(n) not in late and (is_type(n.left) or is_type(n.right)):
            found.append((n.lineno, "X | Y of types at run time"))
        elif isinstance(n, ast.Attribute):
            module = modules.get(n.value.id) if isinstance(n.value, ast.Name) else None
            if n.attr in YOUNGER.get(module or "", ()) or n.attr in YOUNGER_METHODS:
                found.append((n.lineno, f"{module or '?'}.{n.attr}"))
        elif isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load) and n.id in YOUNGER["builtins"]:
            found.append((n.lineno, n.id))
        elif isinstance(n, ast.Call):
            called = n.func.id if isinstance(n.func, ast.Name) else n.func.attr if isinstance(n.func, ast.Attribute) else ""
            found += [(n.lineno, f"{called}({k.arg}=)") for k in n.keywords if k.arg in YOUNGER_KEYWORDS.get(called, ())]
            if called in ("isinstance", "issubclass") and len(n.args) == 2 and isinstance(n.args[1], ast.BinOp):
                found.append((n.lineno, f"{called} of X | Y"))
    return [f"{name}:{line}: {what} needs a later Python than 3.9" for line, what in found]


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.name)
def test_files_have_the_grammar_and_the_library_of_3_9(path):
    assert complaints(tree_of(path), path.name) == []


@pytest.mark.parametrize("text", [
    "zip(a, b, strict=True)", "def f(x: int | None): pass", "isinstance(x, int | str)", "A = int | None",
    "from typing import Self", "import types\ntypes.UnionType", "import math\nmath.cbrt(2)", "import tomllib",
    "raise ExceptionGroup('', [])", "from dataclasses import dataclass\n@dataclass(slots=True)\nclass A: pass", "B = list[int] | None"])
def test_what_is_younger_is_found(text):
    assert complaints(ast.parse(text), "text")


@pytest.mark.parametrize("text", ["match x:\n    case 1: pass", "try: pass\nexcept* ValueError: pass", "type A = int",
                                  "def f[T](x: T): pass"])
def test_a_younger_grammar_is_found(text):
    with pytest.raises(SyntaxError):
        ast.parse(text, feature_version=(3, 9))


def test_annotations_may_be_postponed():
    text = "from __future__ import annotations\ndef f(x: int | None) -> list[int] | None: pass"
    assert complaints(ast.parse(text), "text") == []


def test_imports_are_numpy_and_the_standard_library():
    """What is used where it is there is imported inside of functions."""
    if not hasattr(sys, "stdlib_module_names"):
        pytest.skip("only from 3.10 on")
    for path in FILES:
        for n in tree_of(path).body:
            names = [a.name for a in n.names] if isinstance(n, ast.Import) else \
                [n.module or ""] if isinstance(n, ast.ImportFrom) and not n.level else []
            for name in names:
                top = name.split(".")[0]
                assert top == "numpy" or top in sys.stdlib_module_names, f"{path.name}:{n.lineno}: {name}"
