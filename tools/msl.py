#!/usr/bin/env python3
"""How much of the Modelica Standard Library the program simulates, and how well.

    msl.py extract EXPORTS.git REFERENCES.git DIR    models and reference trajectories out of two git directories
    msl.py run     DIR --involute PROGRAM            check, analyze, run and compare; results in DIR/result-TAG.csv
    msl.py report  DIR [--output docs/msl.md]        the page about them

EXPORTS.git is OpenModelica/BaseModelicaLibraryTesting.jl (branch gh-pages), REFERENCES.git is
modelica/MAP-LIB_ReferenceResults (branch v4.1.0). DIR then holds bm/MODEL/MODEL.bmo and ref/A/B/MODEL/MODEL.csv with
comparisonSignals.txt beside it.

A model is read       where `involute check` succeeds,
           completed  where `involute analyze` does,
           simulated  where `involute run` reaches the stop time,
           verified   where every reference signal then agrees: is_verified() below has the rule.

The models are divided into two halves by a hash of their names. The open half is for work on the program. Of the judge
half nothing is printed but totals, so that it judges what was made with the open one. SPDX-License-Identifier: BSD-3-Clause
"""
import argparse
import bisect
import collections
import concurrent.futures
import csv
import hashlib
import json
import math
import os
import re
import resource
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import threading

STAGES = ["absent", "refused", "read", "completed", "simulated", "verified"]
FIELDS = ["model", "library", "stage", "message", "index", "dof", "unknowns", "events", "steps", "cpu_s", "signals", "absent",
          "outside", "deviation", "worst_signal", "worst_t", "tiny"]

# The rule of verification.
TOLERANCE = 1e-3       # of the range of a signal
SHARE_OUTSIDE = 0.005  # of the points of a signal that may be farther away
EVENT_INTERVALS = 2    # reference intervals around an event in which two programs may differ
SHARE_COMPARED = 0.5   # of the points that must be farther than that from all events, where these alone are compared
INSTANT = 1e-6         # of the time span: instants of events in two programs that are the same instant
CONSTANT_RANGE = 1e-3  # of the largest value: range of a signal that hardly changes
TINY = 1e-6            # differences below do not count: references hold the noise of the solver that made them

SUPPORT_ROWS = 500     # of a run, at least: the default of the program
MOST_ROWS = 50000

csv.field_size_limit(1 << 30)


# --- out of git directories ---

def git_files(repository, branch, folder):
    """Pairs of path and object below a folder."""
    command = ["git", "-C", repository, "ls-tree", "-r", "-z", branch, folder]
    listing = subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout
    for entry in listing.split(b"\0"):
        if entry:
            words, path = entry.split(b"\t", 1)
            yield path.decode(), words.split()[2]


def git_take(repository, branch, folder, target_of):
    """Writes the files for which target_of(path) is a path; returns those that the git directory lists and lacks."""
    wanted = [(path, name, target_of(path)) for path, name in git_files(repository, branch, folder)]
    wanted = [file for file in wanted if file[2]]
    command = ["git", "-C", repository, "cat-file", "--batch"]
    reader = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    missing = []
    for path, name, target in wanted:
        reader.stdin.write(name + b"\n")
        reader.stdin.flush()
        head = reader.stdout.readline().split()
        if head[1] == b"missing":
            missing.append(path)
            continue
        content = reader.stdout.read(int(head[2]))
        reader.stdout.read(1)
        os.makedirs(os.path.dirname(target), exist_ok=True)
        with open(target, "wb") as file:
            file.write(content)
    reader.stdin.close()
    reader.wait()
    print(f"{folder}: {len(wanted)} files, {len(missing)} of them absent from the git directory")
    return missing


def extract(options):
    root = "results/main/Modelica/4.1.0/"

    def model_target(path):
        return os.path.join(options.dir, "bm", path.split("/files/")[1]) if path.endswith(".bmo") else None

    def reference_target(path):
        is_wanted = path.endswith(".csv") or path.endswith("comparisonSignals.txt")
        return os.path.join(options.dir, "ref", path) if is_wanted else None

    missing = git_take(options.exports, "gh-pages", root + "files", model_target)
    git_take(options.exports, "gh-pages", root + "summary.json", lambda path: os.path.join(options.dir, "summary.json"))
    missing += git_take(options.references, "v4.1.0", "Modelica", reference_target)
    with open(os.path.join(options.dir, "absent.txt"), "w") as file:
        file.write("".join(path + "\n" for path in missing))


# --- models ---

def library(name):
    parts = name.split(".")
    is_wide = len(parts) > 2 and parts[1] in ("Electrical", "Mechanics", "Magnetic", "Thermal")
    return ".".join(parts[1:3]) if is_wide else parts[min(1, len(parts) - 1)]


def half(name):
    return "open" if hashlib.sha1(name.encode()).digest()[0] % 2 == 0 else "judge"


def all_models(folder):
    """Names of the models whose export was tried."""
    summary = os.path.join(folder, "summary.json")
    if not os.path.exists(summary):
        return sorted(os.listdir(os.path.join(folder, "bm")))
    with open(summary) as file:
        return sorted(model["name"] for model in json.load(file)["models"])


def chosen_models(options):
    names = all_models(options.dir)
    if options.half != "all":
        names = [name for name in names if half(name) == options.half]
    if options.only:
        names = [name for name in names if re.search(options.only, name)]
    if options.list:
        with open(options.list) as file:
            listed = set(file.read().split())
        names = [name for name in names if name in listed]
    return names


def reference_path(folder, name):
    parts = name.split(".")
    return os.path.join(folder, "ref", *parts, parts[-1] + ".csv")


# --- tables ---

def plain(name):
    """A name without the quotes and spaces in which programs differ."""
    return name.replace("'", "").replace('"', "").replace(" ", "")


def split_names(line):
    """Names of a head line. Those with commas are in double quotes, as in CSV, or in single ones or brackets, as in Modelica."""
    if line.startswith('"'):
        return next(csv.reader([line]))
    names = [""]
    depth = 0
    is_quoted = False
    for letter in line:
        if letter == "'":
            is_quoted = not is_quoted
        elif letter in "([" and not is_quoted:
            depth += 1
        elif letter in ")]" and not is_quoted:
            depth -= 1
        if letter == "," and depth == 0 and not is_quoted:
            names.append("")
        else:
            names[-1] += letter
    return names


def number(text):
    try:
        return float(text)
    except ValueError:
        return {"true": 1.0, "false": 0.0}.get(text.strip().lower(), math.nan)


def read_table(path, wanted=None):
    """Columns by their plain names, the first as "time"; those that `wanted` holds, or all."""
    with open(path, newline="", encoding="utf-8", errors="replace") as file:
        names = [plain(name) for name in split_names(file.readline().rstrip("\r\n"))]
        kept = [k for k, name in enumerate(names) if k == 0 or wanted is None or name.lower() in wanted]
        columns = [[] for _ in kept]
        for line in file:
            cells = line.rstrip("\r\n").split(",")
            if len(cells) < len(names):
                continue
            for column, k in zip(columns, kept):
                column.append(number(cells[k]))
    return {("time" if k == 0 else names[k]): column for k, column in zip(kept, columns)}


def read_reference(folder, name):
    """The signals that are to be compared; None where there is no reference."""
    path = reference_path(folder, name)
    if not os.path.exists(path):
        return None
    table = read_table(path)
    signals = os.path.join(os.path.dirname(path), "comparisonSignals.txt")
    if os.path.exists(signals):
        with open(signals, encoding="utf-8") as file:
            wanted = {plain(line.strip()) for line in file} | {"time"}
        table = {signal_name: values for signal_name, values in table.items() if signal_name in wanted}
    return table if len(table) > 1 and len(table["time"]) > 1 else None


# --- comparison ---

def intervals(times):
    return [b - a for a, b in zip(times, times[1:]) if b > a]


def value_at(times, values, t, from_left):
    """The limit of a piecewise linear function from one side."""
    i = bisect.bisect_left(times, t) if from_left else bisect.bisect_right(times, t)
    if i <= 0:
        return values[0]
    if i >= len(times):
        return values[-1]
    if times[i] == t:
        return values[i]
    if times[i - 1] == t:
        return values[i - 1]
    return values[i - 1] + (values[i] - values[i - 1]) * (t - times[i - 1]) / (times[i] - times[i - 1])


def distance(times, values, t, v, instant):
    """How far v is from what the function takes within an instant around t; infinite where that is not a number."""
    first = bisect.bisect_left(times, t - instant)
    last = bisect.bisect_right(times, t + instant)
    near = values[first:last]
    near.append(value_at(times, values, t, True))
    near.append(value_at(times, values, t, False))
    if any(x != x for x in near):
        return math.inf
    return max(0.0, min(near) - v, v - max(near))


def jumps(times, values, size):
    """Instants at which a reference leaps: a tenth of its range between two points, and hardly anything before and behind."""
    found = []
    change = [abs(b - a) for a, b in zip(values, values[1:])]
    for i, leap in enumerate(change):
        before = change[i - 1] if i > 0 else 0.0
        behind = change[i + 1] if i + 1 < len(change) else 0.0
        if leap > 0.1 * size and max(before, behind) < 0.1 * leap:
            found += [times[i], times[i + 1]]
    return found


def spread(values):
    """The range of a signal; of one that hardly changes, a share of its size."""
    finite = [v for v in values if math.isfinite(v)]
    if not finite:
        return 0.0
    return max(max(finite) - min(finite), CONSTANT_RANGE * max(abs(v) for v in finite))


def is_near(events, t, width):
    i = bisect.bisect_left(events, t - width)
    return i < len(events) and events[i] <= t + width


def share_above(differences, bound):
    if not differences:
        return 0.0
    return sum(difference > bound for difference, t in differences) / len(differences)


def is_verified(differences, far, bound):
    """All points but for a few agree, or all that are far from events, if these are no small part of them."""
    if share_above(differences, bound) <= SHARE_OUTSIDE:
        return True
    return share_above(far, bound) == 0 and len(far) >= SHARE_COMPARED * len(differences)


class Comparison:
    """One signal against its reference."""

    def __init__(self, name):
        self.name = name
        self.is_absent = True
        self.is_verified = False
        self.is_tiny = False       # verified only because differences below TINY do not count
        self.outside = 1.0         # share of the points that differ
        self.deviation = math.inf  # largest difference over the range
        self.where = None

    def fill(self, times, values, own_times, own_values, events):
        size = spread(values)
        instant = INSTANT * (times[-1] - times[0])
        width = EVENT_INTERVALS * statistics.median(intervals(times))
        events = sorted(events + jumps(times, values, size))
        differences = []
        for t, v in zip(times, values):
            if math.isfinite(v):
                is_over = t > own_times[-1] + instant
                differences.append((math.inf if is_over else distance(own_times, own_values, t, v, instant), t))
        far = [(difference, t) for difference, t in differences if not is_near(events, t, width)]
        bound = max(TOLERANCE * size, TINY)
        self.is_absent = not differences
        self.is_verified = is_verified(differences, far, bound)
        self.is_tiny = self.is_verified and not is_verified(differences, far, TOLERANCE * size)
        self.outside = share_above(differences, bound)
        self.set_worst(far if share_above(far, bound) > 0 else differences, size)

    def set_worst(self, differences, size):
        largest, self.where = max(differences, default=(0.0, None))
        if largest == 0:
            self.deviation = 0.0
        elif size > 0:
            self.deviation = largest / size


def reference_events(times):
    return [a for a, b in zip(times, times[1:]) if a == b]


def before_and_after(table):
    """A table without what an event iteration leaves between the first and the last row of an instant."""
    times = table["time"]
    kept = [i for i, t in enumerate(times) if i == 0 or i + 1 == len(times) or times[i - 1] != t or times[i + 1] != t]
    return {name: [values[i] for i in kept] for name, values in table.items()}


def compare(reference, own, events):
    """A Comparison for each signal of the reference. Tables are columns by plain names; events are instants of the run."""
    reference = before_and_after(reference)
    times = reference["time"]
    events = list(events) + reference_events(times)
    by_lower_case = {name.lower(): name for name in own}
    results = []
    for name, values in reference.items():
        if name == "time":
            continue
        result = Comparison(name)
        own_name = name if name in own else by_lower_case.get(name.lower())
        if own_name is not None:
            result.fill(times, values, own["time"], own[own_name], events)
        results.append(result)
    return results


# --- one model ---

class Outcome:
    """What a program did: its exit status or "timeout", what it printed, the seconds that it computed."""

    def __init__(self, status, output, errors, seconds):
        self.status = status
        self.output = output
        self.errors = errors
        self.seconds = seconds

    def message(self):
        """The first line with an error, without the path of the file."""
        if self.status == "timeout":
            return "no end within the limits of time and memory"
        lines = [line for line in (self.errors + "\n" + self.output).splitlines() if line.strip()]
        errors = [line for line in lines if "error" in line] or lines
        return without_folders(errors[0])[:400] if errors else f"exit status {self.status}"

    def json(self):
        try:
            return json.loads(self.output)
        except ValueError:
            return {}


def without_folders(message):
    return re.sub(r"[^\s('\"]*/([^\s/]+\.(bmo|mo):)", r"\1", message)


def call(command, limits):
    def limit():
        resource.setrlimit(resource.RLIMIT_AS, (limits.memory << 30, limits.memory << 30))
        resource.setrlimit(resource.RLIMIT_CPU, (limits.cpu, limits.cpu + 1))
        os.nice(5)

    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
        process = subprocess.Popen(command, stdout=output, stderr=errors, preexec_fn=limit)
        alarm = threading.Timer(limits.wall, process.kill)
        alarm.start()
        _, status, usage = os.wait4(process.pid, 0)  # of this process alone: others run beside it
        alarm.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
        texts = []
        for file in (output, errors):
            file.seek(0)
            texts.append(file.read().decode(errors="replace"))
    is_over = process.returncode in (-signal.SIGXCPU, -signal.SIGKILL)
    return Outcome("timeout" if is_over else process.returncode, *texts, usage.ru_utime)


def stop_of_export(path):
    """The stop time that a model's annotation states."""
    with open(path, encoding="utf-8", errors="replace") as text:
        found = re.findall(r"StopTime\s*=\s*([-+0-9.eE]+)", text.read())
    return float(found[-1]) if found else 1.0


def rows_of_run(reference, path):
    """Options for rows at the times of the reference, and more between them where these are few. Stop times may differ: the run
    goes on to the later one."""
    if not reference:
        return ["--points", str(SUPPORT_ROWS)]
    times = reference["time"]
    span = times[-1] - times[0]
    count = max(1, round(span / statistics.median(intervals(times))))
    count = min(count, MOST_ROWS)
    options = ["--every", repr(span / (count * math.ceil(SUPPORT_ROWS / count)))]
    if times[-1] > stop_of_export(path):
        options += ["--stop", repr(times[-1])]
    return options


def columns_of_run(reference, analysis):
    """The program's own names of the reference signals, for --columns; "" where none is known."""
    names = {plain(name).lower(): name for name in analysis.get("initial_point", {})}
    known = [names[name.lower()] for name in reference or {} if name.lower() in names and name != "time"]
    return ",".join(known)


def add_constants(table, reference, summary):
    """Adds signals that are parameters here, which a table of results does not have."""
    for name, value in (summary.get("parameters") or {}).items():
        if plain(name) in reference and plain(name) not in table and isinstance(value, (int, float)):
            table[plain(name)] = [float(value)] * len(table["time"])


def simulate(options, path, reference, analysis, table):
    """Runs the model; with the compared columns alone, where the program knows them."""
    command = [options.involute, "run", path, "--json", "--no-side-file", "--output", table]
    command += rows_of_run(reference, path) + options.extra.split()
    columns = columns_of_run(reference, analysis)
    if columns:
        outcome = call(command + ["--columns", columns], options)
        if outcome.status != 2:  # it knows its columns
            return outcome
    return call(command, options)


def add_comparison(row, results):
    row["signals"] = len(results)
    row["absent"] = sum(result.is_absent for result in results)
    row["tiny"] = sum(result.is_tiny for result in results)
    wrong = [result for result in results if not result.is_verified]
    if not wrong:
        row["stage"] = "verified"
    present = [result for result in wrong or results if not result.is_absent]
    if not present:
        return
    worst = max(present, key=lambda result: result.deviation)
    row["outside"] = f"{worst.outside:.2g}"
    row["deviation"] = f"{worst.deviation:.2e}"
    row["worst_signal"] = worst.name
    row["worst_t"] = "" if worst.where is None else f"{worst.where:.6g}"


def judge(options, name, scratch, row):
    path = os.path.join(options.dir, "bm", name, name + ".bmo")
    if not os.path.exists(path) or not os.path.getsize(path):
        row["stage"] = "absent"
        return
    row["stage"] = "refused"
    outcome = call([options.involute, "check", path], options)
    if outcome.status != 0:
        row["message"] = outcome.message()
        return
    row["stage"] = "read"
    outcome = call([options.involute, "analyze", "--json", path], options)
    analysis = outcome.json()
    structure = analysis.get("structure") or {}
    for field in ("index", "dof", "unknowns"):
        row[field] = structure.get(field, "")
    if outcome.status != 0:
        row["message"] = outcome.message()
        return
    row["stage"] = "completed"
    reference = read_reference(options.dir, name)
    table = os.path.join(scratch, "own.csv")
    outcome = simulate(options, path, reference, analysis, table)
    summary = outcome.json()
    row["cpu_s"] = f"{outcome.seconds:.2f}"
    row["steps"] = summary.get("statistics", {}).get("steps", "")
    row["events"] = summary.get("statistics", {}).get("events", "")
    if outcome.status != 0:
        row["message"] = outcome.message()
        return
    row["stage"] = "simulated"
    if not reference:
        return
    own = read_table(table, {signal_name.lower() for signal_name in reference})
    add_constants(own, reference, summary)
    add_comparison(row, compare(reference, own, [event["t"] for event in summary.get("events") or []]))


def judge_alone(options, name):
    """The row of a model, with a scratch folder of its own."""
    row = dict.fromkeys(FIELDS, "")
    row["model"] = name
    row["library"] = library(name)
    scratch = tempfile.mkdtemp(prefix="msl-")
    try:
        judge(options, name, scratch, row)
    except Exception as problem:  # of this program: the other models go on, and the report shows it
        row["message"] = "msl.py: " + repr(problem)[:300]
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    return row


# --- all models ---

def result_path(options):
    return os.path.join(options.dir, f"result-{options.tag}.csv")


def read_results(path):
    with open(path, newline="") as file:
        return {row["model"]: row for row in csv.DictReader(file)}


def write_results(path, rows):
    with open(path + ".part", "w", newline="") as file:
        writer = csv.DictWriter(file, FIELDS, extrasaction="ignore")
        writer.writeheader()
        for name in sorted(rows):
            writer.writerow(rows[name])
    os.replace(path + ".part", path)


def run(options):
    """Runs the chosen models. Results of the others stay as they are in the file."""
    path = result_path(options)
    rows = read_results(path) if os.path.exists(path) else {}
    names = chosen_models(options)
    with concurrent.futures.ProcessPoolExecutor(options.jobs) as pool:
        tasks = [pool.submit(judge_alone, options, name) for name in names]
        for task in concurrent.futures.as_completed(tasks):
            row = task.result()
            rows[row["model"]] = row
            write_results(path, rows)
            if half(row["model"]) == "open" or options.name_all:
                print(row["model"], row["stage"], row["cpu_s"], row["deviation"], row["message"][:150], flush=True)
    print(f"{len(names)} models, results in {path}")
    return 1 if any(rows[name]["message"].startswith("msl.py: ") for name in names) else 0


# --- the page ---

PAGE = """# The Modelica Standard Library

How many of the examples of the Modelica Standard Library 4.1.0 Involute reads, completes and simulates, and how many of these
agree with the reference trajectories that the Modelica Association publishes. This page is written by `tools/msl.py report`.

## How it is measured

The models are exports in Base Modelica by OpenModelica, which are published in the git directory
`OpenModelica/BaseModelicaLibraryTesting.jl`, branch `gh-pages`. The reference trajectories are those of
`modelica/MAP-LIB_ReferenceResults`, branch `v4.1.0`. Neither is part of this tree. With clones of both,

<!-- check: not run -->
```sh
python3 tools/msl.py extract BaseModelicaLibraryTesting.jl MAP-LIB_ReferenceResults msl
python3 tools/msl.py run msl --involute build/involute --half all --jobs 2
python3 tools/msl.py report msl --output docs/msl.md
```

repeats the measurement. Only Python is needed. `--only REGEX` and `--list FILE` choose models; every command of a model
may compute for {cpu} s (`--cpu`) in {memory} GB (`--memory`). Seconds are those that `involute run` computes on one core.

The models are divided into two halves by a hash of their names. The *open* half was looked at while the program was made.
The *judge* half was not: it shows how well the program does with models that nobody has seen. In the table both stand
beside each other, as open / judge.

| word | meaning |
| --- | --- |
| models | the export was tried |
| read | `involute check` succeeds |
| completed | `involute analyze` succeeds: structure, hidden constraints, start values |
| simulated | `involute run` reaches the stop time, with its default settings |
| with reference | of these, models that have reference trajectories |
| verified | of these, models whose reference signals all agree |

A signal agrees where it is within 1e-3 of its range at 99.5 % of the points of the reference, or at all points that are
farther than two reference intervals from every event, if these are at least half of the points. Events are those of the run,
double points of the reference, and leaps in it. Between rows both are straight lines, and at an event either side
counts; of more than two points at one instant the first and the last are compared, and instants that differ by 1e-6 of
the time span are the same. Differences below 1e-6 do not count, since references
hold the noise of the solver that made them.{tiny}

## Result

{table}

{absent}
"""


def rank(row):
    return STAGES.index(row["stage"] or "absent")


def count_stages(rows):
    counts = collections.Counter()
    for row in rows:
        counts["models"] += 1
        for stage in ("read", "completed", "simulated", "verified"):
            counts[stage] += rank(row) >= STAGES.index(stage)
        counts["with reference"] += row["signals"] != ""
    return counts


def cpu_seconds(rows):
    return [float(row["cpu_s"]) for row in rows if rank(row) >= STAGES.index("simulated") and row["cpu_s"]]


def show_seconds(seconds, choose):
    return f"{choose(seconds):.2g}" if seconds else "–"


def beside(open_cell, judge_cell, has_judge):
    return f"{open_cell} / {judge_cell}" if has_judge else str(open_cell)


def table_line(label, rows, has_judge):
    halves = [[row for row in rows if half(row["model"]) == which] for which in ("open", "judge")]
    counts = [count_stages(rows_of_half) for rows_of_half in halves]
    seconds = [cpu_seconds(rows_of_half) for rows_of_half in halves]
    cells = [label]
    for column in ("models", "read", "completed", "simulated", "with reference", "verified"):
        cells.append(beside(counts[0][column], counts[1][column], has_judge))
    for choose in (statistics.median, max):
        cells.append(beside(show_seconds(seconds[0], choose), show_seconds(seconds[1], choose), has_judge))
    return "| " + " | ".join(cells) + " |"


def result_table(rows, has_judge):
    head = ["library", "models", "read", "completed", "simulated", "with reference", "verified", "median CPU [s]", "largest CPU [s]"]
    lines = ["| " + " | ".join(head) + " |", "| --- |" + " ---: |" * (len(head) - 1)]
    for name in sorted({row["library"] for row in rows}):
        lines.append(table_line(name, [row for row in rows if row["library"] == name], has_judge))
    lines.append(table_line("**all**", rows, has_judge))
    return "\n".join(lines)


def escape(text):
    """Text of a cell of a table."""
    return text.replace("|", "\\|").replace("<", "&lt;").replace("\n", " ")


def message_family(message):
    """A message without place, names and numbers."""
    text = re.sub(r"^(\S*:)?\d+:(\d+:)? ", "", without_folders(message))
    text = re.sub(r"(\S+\.bmo:|/\S*/)\S*", "…", text)
    text = re.sub(r"unknown function ''([^']*\.)?([^'.]*)('.*|$)", r"unknown function \2", text)
    text = re.sub(r"''[^']*''", "'…'", text)
    text = re.sub(r"'(\\.|[^'\\])*'", "'…'", text)
    text = re.sub(r"[-+]?\b\d[\d.]*(e[-+]?\d+)?\b", "N", text)
    return re.sub(r"\s+", " ", text)[:160].strip()


def missing_part(rows, with_names):
    """What models lack that are not simulated, by families of messages."""
    families = collections.defaultdict(list)
    for row in rows:
        if row["stage"] in ("refused", "read", "completed") and (half(row["model"]) == "open" or with_names):
            families[STAGES.index(row["stage"]), message_family(row["message"])].append(row["model"])
    if not families:
        return "No model is missing.\n"
    lines = ["| models | as far as | message | for example |", "| ---: | --- | --- | --- |"]
    for (stage, message), names in sorted(families.items(), key=lambda item: (-len(item[1]), item[0])):
        reached = "not read" if STAGES[stage] == "refused" else STAGES[stage]
        lines.append(f"| {len(names)} | {reached} | {escape(message)} | {sorted(names)[0]} |")
    return "\n".join(lines) + "\n"


def read_causes(path):
    causes = {}
    if path and os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            for line in file:
                name, tab, cause = line.rstrip("\n").partition("\t")
                if tab and not line.startswith("#"):
                    causes[name] = cause
    return causes


def differing_part(rows, causes, with_names):
    """Models that are simulated and do not agree with their reference."""
    wrong = [row for row in rows if row["stage"] == "simulated" and row["signals"] != ""]
    named = [row for row in wrong if half(row["model"]) == "open" or with_names]
    if not wrong:
        return "All of them agree.\n"
    lines = []
    if named:
        lines += ["| model | deviation / range | points outside | signal | time | cause |", "| --- | ---: | ---: | --- | ---: | --- |"]
    for row in named:
        share = f"{100 * float(row['outside']):.2g} %" if row["outside"] else ""
        signal_name = row["worst_signal"] or f"{row['absent']} signals are absent"
        cause = causes.get(row["model"], "not known")
        lines.append("| " + " | ".join([row["model"], row["deviation"], share, escape(signal_name), row["worst_t"], escape(cause)]) + " |")
    if len(named) < len(wrong):
        lines += ["", f"Of the judge half {len(wrong) - len(named)} differ, which are not named."]
    return "\n".join(lines) + "\n"


def page(rows, options):
    has_judge = any(half(row["model"]) == "judge" for row in rows)
    absent = sum(row["stage"] == "absent" for row in rows)
    tiny = sum(row["stage"] == "verified" and row["tiny"] not in ("", "0") for row in rows)
    text = PAGE.format(
        cpu=options.cpu, memory=options.memory, table=result_table(rows, has_judge),
        tiny=f" That decides for signals of {tiny} models." if tiny else "",
        absent=f"{absent} of the models have no export in the git directory." if absent else "Every model has an export.")
    if not has_judge:
        text += "\nThe judge half has not been run for this page.\n"
    text += "\n## What is missing\n\nModels of the open half that are not simulated, by what the program reports.\n\n"
    text += missing_part(rows, options.name_all)
    text += "\n## What differs\n\nModels that are simulated, have a reference and are not verified: the signal that differs most, where, and why.\n\n"
    return text + differing_part(rows, read_causes(options.causes), options.name_all)


def report(options):
    rows = read_results(result_path(options))
    text = page([rows[name] for name in sorted(rows)], options)
    if options.output == "-":
        sys.stdout.write(text)
        return 0
    with open(options.output, "w", encoding="utf-8") as file:
        file.write(text)
    return 0


# --- commands ---

def parser():
    here = os.path.dirname(os.path.abspath(__file__))
    top = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = top.add_subparsers(dest="command", required=True)
    words = commands.add_parser("extract", help="models and references out of git directories")
    words.add_argument("exports")
    words.add_argument("references")
    words.add_argument("dir")
    words.set_defaults(action=extract)

    words = commands.add_parser("run", help="check, analyze, run and compare")
    words.add_argument("dir")
    words.add_argument("--involute", required=True, help="the program")
    words.add_argument("--half", default="open", choices=["open", "judge", "all"])
    words.add_argument("--only", metavar="REGEX", help="models whose names match")
    words.add_argument("--list", metavar="FILE", help="models that the file names")
    words.add_argument("--jobs", type=int, default=1, metavar="N", help="models at the same time")
    words.add_argument("--wall", type=int, default=120, metavar="S", help="seconds that a command may take")
    words.add_argument("--extra", default="", metavar="OPTIONS", help="further options of involute run")
    words.set_defaults(action=run)

    words_of_report = commands.add_parser("report", help="the page about the results")
    words_of_report.add_argument("dir")
    words_of_report.add_argument("--output", default="-", metavar="FILE.md")
    words_of_report.add_argument("--causes", default=os.path.join(here, "msl-causes.txt"), metavar="FILE",
                                 help="lines of model, tab, cause of its deviation")
    words_of_report.set_defaults(action=report)
    for each in (words, words_of_report):
        each.add_argument("--tag", default="base", help="the results are DIR/result-TAG.csv")
        each.add_argument("--cpu", type=int, default=20, metavar="S", help="seconds that a command may compute")
        each.add_argument("--memory", type=int, default=4, metavar="GB")
        each.add_argument("--name-all", action="store_true", help="name models of the judge half, too")
    return top


def main(arguments):
    options = parser().parse_args(arguments)
    return options.action(options) or 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
