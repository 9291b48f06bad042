# SPDX-License-Identifier: BSD-3-Clause
"""The notebook, cell by cell, and how long the examples of the documentation are."""
import ast
import json
import os
import re
from pathlib import Path

import pytest

import involute

ROOT = Path(__file__).resolve().parents[3]
NOTEBOOKS = sorted((ROOT / "bind/python/examples").glob("*.ipynb"))


def show(value):
    """What a notebook does with the last expression of a cell."""
    if value is not None:
        return value._repr_html_() if hasattr(value, "_repr_html_") else repr(value)
    return ""


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda p: p.name)
def test_notebooks_run_from_top_to_bottom(path, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    names = {"__name__": "__main__"}
    shown = []
    for number, cell in enumerate(json.loads(path.read_text(encoding="utf-8"))["cells"]):
        if cell["cell_type"] != "code":
            continue
        assert not cell["outputs"], "outputs are made by running it"
        tree = ast.parse("".join(cell["source"]))
        last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
        exec(compile(tree, f"{path.name}[{number}]", "exec"), names)
        if last is not None:
            shown.append(show(eval(compile(ast.Expression(last.value), f"{path.name}[{number}]", "eval"), names)))
    page = "".join(shown)
    assert "<math" in page and "<svg" in page and "0.275087" in page
    assert os.path.getsize("crank.html") > 10000


def test_linkages_from_sympy_take_at_most_twenty_lines():
    text = (ROOT / "docs/python.md").read_text(encoding="utf-8")
    for name in ("closed.py", "chebyshev.py"):
        block = re.search(rf"```python\n# {name}\n(.*?)```", text, re.S).group(1)
        lines = [line for line in block.splitlines() if line.strip()]
        assert len(lines) <= 20 and max(map(len, lines)) <= 140, f"{name}: {len(lines)} lines"


def test_all_that_is_public_is_documented():
    for name in involute.__all__:
        assert name.startswith("__") or getattr(involute, name).__doc__, name
