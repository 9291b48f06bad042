#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Which tests notice that a named constant is ten times as large, or as small?

    tools/mutate_constants.py [--folder src/solve ...] [--name PATTERN] [--sample N]
        [--seed S] [--seconds T] [--list]

Finds '#define NAME number', 'const double NAME = number' and 'enum { NAME = number }' in
src/, changes one of them in a copy of the tree (BUILD-mutate/tree), builds what depends
on it and runs the quick tests: the unit tests of its folder and the cases of tests/model
that take a second. The outcome of each is a line of BUILD-mutate/outcomes.txt:

    killed|survived|unbuilt  FILE  NAME  FACTOR  by

Those that are there already are not run again, so that a run that was ended goes on where
it was. Constants that decide no result (sizes of buffers, pictures, times between looks)
survive by right; tests/mutants.txt lists survivors with the reason. What is not there, or
has the word 'open' in the place of a reason, is printed at the end.
"""
import argparse
import os
import random
import re
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BUILD = os.path.join(ROOT, os.environ.get("BUILD", "build") + "-mutate")
TREE = os.path.join(BUILD, "tree")
OBJECTS = os.path.join(BUILD, "objects")
OUTCOMES = os.path.join(BUILD, "outcomes.txt")
REASONS = os.path.join(ROOT, "tests", "mutants.txt")
NUMBER = r"(?P<value>[0-9]+\.?[0-9]*(?:e[-+]?[0-9]+)?)(?![\w.*/<]| *[*/<+-])"
DEFINE = re.compile(r"^#define +(?P<name>[A-Z][A-Z0-9_]+) +" + NUMBER, re.M)
DECLARED = re.compile(r"(?P<name>\b[A-Z][A-Z0-9_]+) *= *" + NUMBER)
CONTEXT = re.compile(r"(?:const (?:double|long double|int|long|float) |enum \{)[^;{}]*[;}]", re.S)
CASES = ("auto bounds constant_steps event_rows far_starts implicit inconsistent initial invariants kinks ledger "
         "overdetermined poles redundant retraction run singular singular_start slide starts taylor limits").split()


def constants(text):
    """(name, begin, end, value) of each, in the text of a file."""
    found = [m for m in DEFINE.finditer(text)]
    for statement in CONTEXT.finditer(text):
        found += DECLARED.finditer(text, statement.start(), statement.end())
    return sorted({(m["name"], m.start("value"), m.end("value"), m["value"]) for m in found}, key=lambda c: c[1])


def changed(value, factor):
    """The number ten times as large or small; a whole one stays whole. None: it would not differ."""
    if re.fullmatch("[0-9]+", value):
        other = int(value) * 10 if factor > 1 else int(value) // 10
        return None if other == int(value) else str(other)
    return repr(float(value) * factor)


def all_mutants(folders, pattern):
    for folder in sorted(os.listdir(os.path.join(ROOT, "src"))):
        if folders and "src/" + folder not in folders:
            continue
        for name in sorted(os.listdir(os.path.join(ROOT, "src", folder))):
            path = f"src/{folder}/{name}"
            if not name.endswith((".c", ".h")):
                continue
            with open(os.path.join(ROOT, path), encoding="utf-8") as f:
                text = f.read()
            for constant in constants(text):
                for factor in (10, 0.1):
                    if pattern.search(constant[0]) and changed(constant[3], factor):
                        yield path, constant, factor


def run(command, seconds, **more):
    try:
        return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=seconds,
                              check=False, text=True, errors="replace", **more)
    except subprocess.TimeoutExpired:
        return None


def prepare():
    os.makedirs(TREE, exist_ok=True)
    parts = ["src", "include", "cmake", "share", "models", "reproduce", "docs", "tests", "bench", "examples",
             "CMakeLists.txt", "LICENSE", "README.md", "CHANGELOG.md", "bind", "tools"]
    subprocess.run(["cp", "-r", "--update", "--preserve=timestamps", *(os.path.join(ROOT, p) for p in parts), TREE],
                   check=True)
    subprocess.run(["cmake", "-S", TREE, "-B", OBJECTS, "-DINVOLUTE_TESTS=ON", "--log-level=WARNING"], check=True,
                   stdout=subprocess.DEVNULL)


def unit_tests(folder):
    path = os.path.join(ROOT, "tests", "unit", os.path.basename(folder))
    names = os.listdir(path) if os.path.isdir(path) else []
    return sorted("unit_" + n[:-2] for n in names if n.startswith("test_") and n.endswith(".c"))


def build(targets):
    done = run(["cmake", "--build", OBJECTS, "--parallel", str(os.cpu_count()), "--target", "involute", *targets], 900)
    return done is not None and done.returncode == 0


def killer(targets):
    """The first quick test that fails, or None."""
    environment = dict(os.environ, INVOLUTE_BUILD=OBJECTS, INVOLUTE_SOURCE=TREE, XDG_CACHE_HOME=BUILD + "/cache")
    for target in targets:
        done = run([os.path.join(OBJECTS, "tests", target)], 120, cwd=TREE, env=environment)
        if done is None or done.returncode:
            return target
    for case in CASES:
        done = run([os.path.join(TREE, "tests/run_cases.sh"), os.path.join(TREE, f"tests/model/{case}.t")], 120,
                   cwd=TREE, env=environment)
        if done is None or done.returncode:
            return "model/" + case
    return None


def judge(path, constant, factor):
    name, begin, end, value = constant
    place = os.path.join(TREE, path)
    with open(place, encoding="utf-8") as f:
        text = f.read()
    targets = unit_tests(os.path.dirname(path))
    try:
        with open(place, "w", encoding="utf-8") as f:
            f.write(text[:begin] + changed(value, factor) + text[end:])
        if not build(targets):
            return "unbuilt", "-"
        by = killer(targets)
        return ("killed", by) if by else ("survived", "-")
    finally:
        with open(place, "w", encoding="utf-8") as f:
            f.write(text)


def known_outcomes():
    if not os.path.exists(OUTCOMES):
        return {}
    with open(OUTCOMES, encoding="utf-8") as f:
        rows = [line.split() for line in f]
    return {(r[1], r[2], float(r[3])): r[0] for r in rows if len(r) >= 4}


def excused():
    """FILE NAME of survivors that have a reason: 'open', or nothing, is none."""
    with open(REASONS, encoding="utf-8") as f:
        rows = [line.split(None, 2) for line in f if line.strip() and not line.startswith("#")]
    return {(r[0], r[1]) for r in rows if len(r) == 3 and r[2].split()[0].rstrip(":") != "open"}


def report():
    outcomes = known_outcomes()
    survivors = [k for k, o in outcomes.items() if o == "survived"]
    reasons = excused()
    unexplained = [k for k in sorted(survivors) if k[:2] not in reasons]
    for path, name, factor in unexplained:
        print(f"open, survived without a reason: {path} {name} {factor:g}")
    counts = {o: list(outcomes.values()).count(o) for o in ("killed", "survived", "unbuilt")}
    print(f"{len(outcomes)} mutants: " + ", ".join(f"{n} {o}" for o, n in counts.items()) +
          f"; {len(unexplained)} survivors are open")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--folder", action="append", default=[])
    parser.add_argument("--name", default="")
    parser.add_argument("--sample", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=1e9)
    parser.add_argument("--list", action="store_true")
    a = parser.parse_args()
    mutants = list(all_mutants(a.folder, re.compile(a.name)))
    if a.list:
        for path, constant, factor in mutants:
            print(path, constant[0], constant[3], changed(constant[3], factor))
        return
    if a.sample:
        mutants = random.Random(a.seed).sample(mutants, min(a.sample, len(mutants)))
    began = time.time()
    prepare()
    if not build(sorted({t for m in mutants for t in unit_tests(os.path.dirname(m[0]))})):
        sys.exit("mutate_constants: the tree as it is does not build")
    by = killer([])
    if by:
        sys.exit(f"mutate_constants: {by} fails without any change")
    done = known_outcomes()
    for path, constant, factor in mutants:
        if time.time() - began > a.seconds or (path, constant[0], factor) in done:
            continue
        outcome, by = judge(path, constant, factor)
        with open(OUTCOMES, "a", encoding="utf-8") as f:
            f.write(f"{outcome} {path} {constant[0]} {factor:g} {by}\n")
    report()


if __name__ == "__main__":
    main()
