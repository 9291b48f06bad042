#!/usr/bin/env python3
"""Writes docs/invariants-gallery.md: what `involute invariants` finds in each model of the gallery.

usage: tools/gallery_invariants.py PROGRAM            writes the page
       tools/gallery_invariants.py PROGRAM --check    compares the rows of models that are searched quickly

SPDX-License-Identifier: BSD-3-Clause
"""
import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "invariants-gallery.md"
LONGEST = 120  # characters of a quantity
SLOW = {"BatchReactor", "Chain", "ChainEnergy", "Fekete", "SixParticles", "SixParticlesEnergy", "SpatialSliderCrank", "TensionChain"}

HEAD = """# Conserved quantities of the gallery

What `involute invariants` finds in each [built-in model](language.md) with the default degree, in the first mode of those with events; made by
`tools/gallery_invariants.py`. *Proved* is what exact algebra confirms; the others are confirmed in quadruple precision. How it searches, and what it cannot
find: [conserved quantities](howto/invariants.md).

| model | quantity | proved | holds |
| --- | --- | --- | --- |
"""


def shorten(text):
    if len(text) > LONGEST:
        text = text[:text.rindex(" ", 0, LONGEST)] + " ..."
    return "`" + text + "`"


def scope(quantity):
    parts = []
    if not quantity["generic"]:
        parts.append(f"for these {quantity['only_for']}")
    if quantity["level"]:
        parts.append("where " + shorten(quantity["level"]))
    return ", ".join(parts) or "always"


def rows(program, model):
    run = subprocess.run([program, "invariants", model, "--json"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True)
    found = json.loads(run.stdout)
    proofs = {"general": "yes", "values": "for these values", "none": "no"}
    lines = [f"| {model.stem} | {shorten(q['expr'])} | {proofs[q['proof']]} | {scope(q)} |" for q in found["invariants"]]
    searched = found["searched"]
    none = f"none up to degree {searched['degree']}" if searched["degree"] else f"not searched: {searched['stopped']}"
    return lines or [f"| {model.stem} | {none} | | |"]


def main():
    program = sys.argv[1]
    is_check = "--check" in sys.argv[2:]
    models = sorted((ROOT / "models").glob("*.mo"))
    if not is_check:
        PAGE.write_text(HEAD + "".join(line + "\n" for m in models for line in rows(program, m)))
        return 0
    page = PAGE.read_text().splitlines()
    wrong = 0
    for model in models:
        listed = [line for line in page if line.startswith(f"| {model.stem} |")]
        if not listed or (model.stem not in SLOW and listed != rows(program, model)):
            print(f"{PAGE.name} is not what is found in {model.stem}; run tools/gallery_invariants.py again")
            wrong += 1
    return wrong != 0


sys.exit(main())
