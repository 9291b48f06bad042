#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Which lines and branches of src/ the tests have run: coverage.py BUILD [--write FILE].

Reads what a build with INVOLUTE_COVERAGE has counted, by gcov alone. Prints a table by
folder; BUILD/coverage.txt gets one by file, BUILD/uncovered.txt every line that did not
run. A line of several functions (in a header, or compiled into two libraries) counts as
run where one of them did. With --write the table between the marks
'<!-- coverage -->' and '<!-- /coverage -->' of that page is written again. The exit
status is 1 where less than FLOOR of the lines ran.
"""
import argparse
import concurrent.futures
import gzip
import json
import os
import subprocess
import sys
import tempfile

FLOOR = 0.92


def notes_of(build):
    """All .gcno files of src/: also those of objects of which no code ran."""
    for folder, _, names in os.walk(build):
        for name in names:
            if name.endswith(".gcno") and "/src/" in folder + "/":
                yield os.path.join(folder, name)


def read_notes(paths):
    """The files of gcov's JSON, for some objects."""
    with tempfile.TemporaryDirectory() as scratch:
        command = ["gcov", "--json-format", "--branch-probabilities", *paths]
        subprocess.run(command, cwd=scratch, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                       check=False)
        found = []
        for name in os.listdir(scratch):
            with gzip.open(os.path.join(scratch, name)) as f:
                found += json.load(f)["files"]
        return found


class Source:
    """Counts of one file, by line; and by line and place among its branches."""

    def __init__(self):
        self.lines = {}
        self.branches = {}

    def add(self, lines):
        seen = {}
        for line in lines:
            number = line["line_number"]
            self.lines[number] = self.lines.get(number, 0) + line["count"]
            for branch in line["branches"]:
                if branch["throw"]:
                    continue
                place = seen[number] = seen.get(number, -1) + 1
                key = (number, place)
                self.branches[key] = self.branches.get(key, 0) + branch["count"]

    def tally(self):
        return [sum(c > 0 for c in self.lines.values()), len(self.lines),
                sum(c > 0 for c in self.branches.values()), len(self.branches)]


def collect(build, root):
    notes = [os.path.abspath(p) for p in notes_of(build)]
    pieces = [notes[k:k + 20] for k in range(0, len(notes), 20)]
    sources = {}
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for files in pool.map(read_notes, pieces):
            for file in files:
                path = os.path.relpath(os.path.join(root, file["file"]), root)
                if path.startswith("src/"):
                    sources.setdefault(path, Source()).add(file["lines"])
    return sources


def sums_by(sources, key):
    sums = {}
    for path, source in sources.items():
        total = sums.setdefault(key(path), [0, 0, 0, 0])
        for k, n in enumerate(source.tally()):
            total[k] += n
    return sums


def share(part, whole):
    return f"{100 * part / whole:.1f} %" if whole else "–"


def row(name, t):
    return f"| {name} | {t[1]} | {share(t[0], t[1])} | {t[3]} | {share(t[2], t[3])} |"


def table(sums, title):
    total = [sum(t[k] for t in sums.values()) for k in range(4)]
    head = [f"| {title} | lines | run | branches | taken |", "| --- | ---: | ---: | ---: | ---: |"]
    return "\n".join(head + [row(name, sums[name]) for name in sorted(sums)] + [row("all", total)]), total


def write_uncovered(sources, root, path):
    with open(path, "w", encoding="utf-8") as out:
        for name in sorted(sources):
            with open(os.path.join(root, name), encoding="utf-8") as f:
                text = f.read().split("\n")
            for number in sorted(n for n, c in sources[name].lines.items() if c == 0):
                out.write(f"{name}:{number}: {text[number - 1].strip()}\n")


def write_page(page, lines):
    first, last = "<!-- coverage -->", "<!-- /coverage -->"
    with open(page, encoding="utf-8") as f:
        text = f.read()
    before, rest = text.split(first, 1)
    after = rest.split(last, 1)[1]
    with open(page, "w", encoding="utf-8") as f:
        f.write(before + first + "\n\n" + lines + "\n\n" + last + after)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("build")
    parser.add_argument("--write", metavar="FILE")
    a = parser.parse_args()
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    sources = collect(a.build, root)
    if not sources:
        sys.exit(f"coverage: {a.build} has no counts of src/: 'make coverage' makes them")
    by_file, _ = table(sums_by(sources, lambda p: f"`{p}`"), "file")
    by_folder, total = table(sums_by(sources, lambda p: f"`{os.path.dirname(p)}`"), "folder")
    with open(os.path.join(a.build, "coverage.txt"), "w", encoding="utf-8") as f:
        f.write(by_file + "\n")
    write_uncovered(sources, root, os.path.join(a.build, "uncovered.txt"))
    print(by_folder)
    if a.write:
        write_page(a.write, by_folder)
    if total[0] < FLOOR * total[1]:
        sys.exit(f"coverage: {share(total[0], total[1])} of the lines of src/ ran, less than {100 * FLOOR:g} %; "
                 f"{a.build}/uncovered.txt lists the others")


if __name__ == "__main__":
    main()
