#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Which tests notice that a named constant is ten times as large, or as small?

    tools/mutate_constants.py [--folder src/solve ...] [--name PATTERN] [--sample N]
        [--seed S] [--seconds T] [--each T] [--list]

Finds '#define NAME number', 'const double NAME = number' and 'enum { NAME = number }' in
src/. One build serves all: in a copy of the tree (BUILD-mutate/tree) every one of them is
followed by a macro of its name, which is another number where the environment says so:

    #define NAME (mutant_is(17) ? mutant_is(17) > 0 ? 50 : 0 : NAME)

What must be a constant for the compiler (sizes of arrays in structures, cases, initial
values) is left as it is; the compiler tells. Every quick test is run once as it is, and
notes which constants it uses. Then each change is run by the tests that use it, those of
the same name first, then those that take the least time, until one fails, for at most
--each seconds (20). The outcome is a line of BUILD-mutate/outcomes.txt:

    killed|survived|unused  FILE  NAME  FACTOR  by

Unused: by no quick test. Those that are there already are not run again, so that a run
that was ended goes on where it was. Constants that decide no result (sizes of buffers,
pictures, times between looks) survive by right; tests/mutants.txt lists survivors with
the reason. What is not there, or has the word 'open' in the place of a reason, is printed
at the end.
"""
import argparse
import collections
import glob
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
FIXED = os.path.join(BUILD, "fixed.txt")  # what the compiler needs as constants
SEEN = os.path.join(BUILD, "seen.txt")
REASONS = os.path.join(ROOT, "tests", "mutants.txt")
NUMBER = r"(?P<value>[0-9]+\.?[0-9]*(?:e[-+]?[0-9]+)?)(?![\w.*<]| *(?:[*<+-]|/(?!\*)))"
DEFINE = re.compile(r"^#define +(?P<name>[A-Z][A-Z0-9_]+) +" + NUMBER, re.M)
DECLARED = re.compile(r"(?P<name>\b[A-Z][A-Z0-9_]+) *= *" + NUMBER)
CONTEXT = re.compile(r"(?:const (?:double|long double|int|long|float) |enum \{)[^;{}]*(?:;|\};)", re.S)
QUICK = 5  # seconds that a test may take to be asked
HEADER = """#ifndef MUTANT_H
#define MUTANT_H
#pragma GCC visibility push(default)
extern int mutant_number;
extern unsigned char mutant_seen[];
#pragma GCC visibility pop
/* 1: constant k is ten times as large, -1: as small, 0: neither. */
static inline int mutant_is(int k) {
    mutant_seen[k] = 1;
    return mutant_number == 2 * k ? 1 : mutant_number == 2 * k + 1 ? -1 : 0;
}
#endif
"""
SOURCE = """#include <stdio.h>
#include <stdlib.h>
int mutant_number = -1;
unsigned char mutant_seen[%d];
__attribute__((constructor)) static void mutant_begin(void) {
    const char *number = getenv("MUTANT");
    mutant_number = number ? atoi(number) : -1;
}
__attribute__((destructor)) static void mutant_end(void) {
    const char *path = getenv("MUTANTS_SEEN");
    FILE *out = path ? fopen(path, "a") : NULL;
    for (int k = 0; out && k < %d; k++)
        if (mutant_seen[k])
            fprintf(out, "%%d\\n", k);
    if (out)
        fclose(out);
}
"""
Constant = collections.namedtuple("Constant", "path name value begin end after kind")


def constants(path, text):
    """Those of a file; after: where its statement ends."""
    found = [Constant(path, m["name"], m["value"], m.start("value"), m.end("value"), m.end(), "#define")
             for m in DEFINE.finditer(text)]
    for statement in CONTEXT.finditer(text):
        found += [Constant(path, m["name"], m["value"], m.start("value"), m.end("value"), statement.end(),
                           statement[0].split("{")[0])
                  for m in DECLARED.finditer(text, statement.start(), statement.end())]
    return sorted(set(found), key=lambda c: c.begin)


def changed(c, factor):
    """The number ten times as large or small; a whole one stays whole. None: it would not differ."""
    if re.fullmatch("[0-9]+", c.value) and not re.search("double|float", c.kind):
        other = int(c.value) * 10 if factor > 1 else int(c.value) // 10
        return None if other == int(c.value) else str(other)
    return repr(float(c.value) * 10 if factor > 1 else float(c.value) / 10)


def read(path):
    with open(path, encoding="utf-8") as f:
        return f.read()


def write(path, text):
    """Where it differs: what depends on it is built again."""
    if os.path.exists(path) and read(path) == text:
        return
    with open(path, "w", encoding="utf-8") as f:
        f.write(text)


def all_constants():
    paths = sorted(os.path.relpath(p, ROOT) for p in glob.glob(ROOT + "/src/**/*.[ch]", recursive=True))
    return [c for p in paths for c in constants(p, read(os.path.join(ROOT, p)))]


# --- one build for all ---

def with_macros(text, numbered):
    """The text of a file with the constants of these numbers as macros."""
    pieces = []  # (where, from where the text goes on, what stands between)
    for k, c in numbered:
        big, small = changed(c, 10), changed(c, 0.1)
        choice = f"(mutant_is({k}) ? mutant_is({k}) > 0 ? {big or c.value} : {small or c.value} : "
        if c.kind == "#define":
            pieces.append((c.begin, c.end, choice + c.value + ")"))
        else:
            pieces.append((c.after, c.after, f"\n#define {c.name} {choice}{c.name})\n"))
            line = text.rfind("\n", 0, text.rfind(c.kind[:6], 0, c.begin)) + 1
            pieces.append((line, line, f"#undef {c.name}\n"))
    for begin, end, piece in sorted(pieces, reverse=True):
        text = text[:begin] + piece + text[end:]
    return text


def write_tree(all_of_them, fixed):
    by_path = collections.defaultdict(list)
    for k, c in enumerate(all_of_them):
        if (c.path, c.name) not in fixed:
            by_path[c.path].append((k, c))
    for path in {c.path for c in all_of_them}:
        write(os.path.join(TREE, path), with_macros(read(os.path.join(ROOT, path)), by_path[path]))
    write(os.path.join(BUILD, "mutant.h"), HEADER)
    write(os.path.join(TREE, "src/base/mutant.c"), SOURCE % (len(all_of_them), len(all_of_them)))


def copy_tree():
    os.makedirs(TREE, exist_ok=True)
    parts = ["src", "include", "cmake", "share", "models", "reproduce", "docs", "tests", "bench", "examples",
             "CMakeLists.txt", "LICENSE", "README.md", "CHANGELOG.md", "bind", "tools"]
    subprocess.run(["cp", "-r", "--update", "--preserve=timestamps", *(os.path.join(ROOT, p) for p in parts), TREE],
                   check=True)


def blamed(errors):
    """(path, name) of what the compiler's errors are about."""
    names = set()
    for block in re.split(r"\n(?=[^\n]*: error: )", "\n" + errors)[1:]:
        used = set(re.findall("in expansion of macro ‘([A-Z0-9_]+)’", block))
        where = re.match(r"([^\n:]+):(\d+):", block)
        path = os.path.relpath(os.path.realpath(os.path.join(TREE, where[1])), os.path.realpath(TREE)) if where else ""
        if path.startswith("src/"):
            line = read(os.path.join(TREE, path)).split("\n")[int(where[2]) - 1]
            used |= set(re.findall(r"\b[A-Z][A-Z0-9_]+\b", line))
        names |= {(path, n) for n in used}
    return names


def errors_of(command):
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=TREE,
                          env=dict(os.environ, LC_ALL="C.UTF-8"))
    return done.returncode, done.stderr


def build_tests(all_of_them):
    """Builds, leaving more and more constants as they are. Returns these."""
    fixed = {tuple(line.split()) for line in read(FIXED).splitlines()} if os.path.exists(FIXED) else set()
    flags = ["-std=gnu11", "-w", "-Iinclude", "-include", BUILD + "/mutant.h"]
    targets = ["involute"] + ["unit_" + os.path.basename(p)[:-2] for p in glob.glob(ROOT + "/tests/unit/*/test_*.c")]
    suspects = sorted({c.path for c in all_of_them if c.path.endswith(".c")})
    copy_tree()
    while True:
        write_tree(all_of_them, fixed)
        if suspects:  # which of them are constants for the compiler shows without code
            failed = {path: errors_of(["cc", *flags, "-fsyntax-only", path])[1] for path in suspects}
        else:
            subprocess.run(["cmake", "-S", TREE, "-B", OBJECTS, "-DINVOLUTE_TESTS=ON", "--log-level=WARNING",
                            "-DCMAKE_C_FLAGS=" + " ".join(flags[1:])], check=True, stdout=subprocess.DEVNULL)
            jobs = os.environ.get("JOBS", str(os.cpu_count()))
            build = ["cmake", "--build", OBJECTS, "--parallel", jobs, "--target"]
            status, errors = errors_of([*build, *targets, "--", "-k"])
            if status == 0:
                return fixed
            failed = {"": errors}
        blame = set().union(*map(blamed, failed.values()))
        header_names = {n for _, n in blame}
        more = {(c.path, c.name) for c in all_of_them
                if (c.path, c.name) in blame or (c.name in header_names and c.path.endswith(".h"))}
        if not suspects and not more - fixed:
            sys.exit(failed[""][-3000:] + "\nmutate_constants: the tree with macros does not build")
        suspects = [path for path in suspects if blamed(failed[path])] if more - fixed else []
        fixed |= more
        write(FIXED, "".join(f"{p} {n}\n" for p, n in sorted(fixed)))
        print(f"{len(fixed)} constants are left as they are", flush=True)


# --- tests ---

def run_test(name, seconds, **variables):
    """Returns whether it passes in the time."""
    command = [os.path.join(OBJECTS, "tests", name)]
    if name.endswith(".t"):
        command = [os.path.join(TREE, "tests/run_cases.sh"), os.path.join(TREE, "tests/model", name)]
    environment = dict(os.environ, INVOLUTE_BUILD=OBJECTS, INVOLUTE_SOURCE=TREE, XDG_CACHE_HOME=BUILD + "/cache",
                       **variables)
    test = subprocess.Popen(command, cwd=TREE, env=environment, stdout=subprocess.DEVNULL,
                            stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL, start_new_session=True)
    try:
        return test.wait(seconds) == 0
    except subprocess.TimeoutExpired:
        os.killpg(test.pid, 9)
        test.wait()
        return False


def quick_tests():
    """[(seconds, name, numbers of the constants that it uses)], the quickest first."""
    names = [os.path.basename(p) for p in glob.glob(OBJECTS + "/tests/unit_test_*")]
    names += [os.path.basename(p) for p in glob.glob(TREE + "/tests/model/*.t")]
    tests = []
    for name in sorted(names):
        write(SEEN, "")
        began = time.time()
        if run_test(name, QUICK, MUTANTS_SEEN=SEEN):
            tests.append((time.time() - began, name, {int(k) for k in read(SEEN).split()}))
    return sorted(tests)


def judge(number, path, tests, each):
    """The outcome of change `number`: of constant number // 2, in this file."""
    own = re.sub(r".*/|\.[ch]$", "", path)
    using = [t for t in tests if number // 2 in t[2]]
    began = time.time()
    for seconds, name, _ in sorted(using, key=lambda t: (t[1] not in (f"unit_test_{own}", own + ".t"), t[0])):
        if time.time() - began + seconds > each:
            break
        if not run_test(name, 5 * seconds + 2, MUTANT=str(number)):
            return "killed", name
    return ("survived" if using else "unused"), "-"


def known_outcomes():
    if not os.path.exists(OUTCOMES):
        return {}
    rows = [line.split() for line in read(OUTCOMES).splitlines()]
    return {(r[1], r[2], float(r[3])): r[0] for r in rows if len(r) >= 4}


def excused():
    """FILE NAME of survivors that have a reason: 'open', or nothing, is none."""
    rows = [line.split(None, 2) for line in read(REASONS).splitlines() if line.strip() and not line.startswith("#")]
    return {(r[0], r[1]) for r in rows if len(r) == 3 and r[2].split()[0].rstrip(":") != "open"}


def report():
    outcomes = known_outcomes()
    reasons = excused()
    unexplained = [k for k in sorted(outcomes) if outcomes[k] != "killed" and k[:2] not in reasons]
    for path, name, factor in unexplained:
        print(f"open, {outcomes[path, name, factor]} without a reason: {path} {name} {factor:g}")
    counts = collections.Counter(outcomes.values())
    print(f"{len(outcomes)} changes: " + ", ".join(f"{n} {o}" for o, n in sorted(counts.items())) +
          f"; {len(unexplained)} are open")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--folder", action="append", default=[])
    parser.add_argument("--name", default="")
    parser.add_argument("--sample", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=1e9)
    parser.add_argument("--each", type=float, default=20)
    parser.add_argument("--list", action="store_true")
    a = parser.parse_args()
    known = all_constants()
    numbers = [2 * k + (factor < 1) for k, c in enumerate(known) for factor in (10, 0.1)
               if changed(c, factor) and re.search(a.name, c.name)
               and (not a.folder or os.path.dirname(c.path) in a.folder)]
    if a.list:
        for n in numbers:
            c = known[n // 2]
            print(n, c.path, c.name, c.value, changed(c, 0.1 if n % 2 else 10))
        return
    if a.sample:
        numbers = random.Random(a.seed).sample(numbers, min(a.sample, len(numbers)))
    began = time.time()
    fixed = build_tests(known)
    tests = quick_tests()
    done = known_outcomes()
    print(f"{len(tests)} tests take {sum(t[0] for t in tests):.0f} s; {len(numbers)} changes", flush=True)
    for n in numbers:
        c = known[n // 2]
        factor = 0.1 if n % 2 else 10
        if time.time() - began > a.seconds or (c.path, c.name, factor) in done or (c.path, c.name) in fixed:
            continue
        outcome, by = judge(n, c.path, tests, a.each)
        with open(OUTCOMES, "a", encoding="utf-8") as f:
            f.write(f"{outcome} {c.path} {c.name} {factor:g} {by}\n")
    report()


if __name__ == "__main__":
    main()
