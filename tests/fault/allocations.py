#!/usr/bin/env python3
"""Each allocation of the whole program with a call stack of its own fails once, over twelve runs.

usage: allocations.py PROGRAM PRELOADED.so [SHARE] [SEED]    SHARE: of the call stacks, 1 for all

Whatever fails: the exit status is 5 with a message on standard error, or 0 with the same files as ever; with
--json, standard output is JSON; no file is there by half, and none beside its name; nothing is left allocated that a
run without a fault has not left, too. SPDX-License-Identifier: BSD-3-Clause
"""
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

HYBRID = """model Hybrid
  Real h(start = 1, fixed = true), v(start = 0, fixed = true), y(start = 0, fixed = true);
  discrete Integer n(start = 0, fixed = true);
equation
  der(h) = v;
  der(v) = -9.81;
  der(y) = if h > 0.5 then 1 else -y;
  when h < 0 then
    reinit(v, -0.8*pre(v));
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 1.5));
end Hybrid;
"""
STIFF = """model Stiff
  parameter Real k = 300;
  Real x(start = 2, fixed = true), v(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = k*(1 - x^2)*v - x;
end Stiff;
"""

# Words of each command, and the files that it writes.
RUNS = [
    ("run Pendulum --stop 1 --output a.csv", ["a.csv", "a.csv.json"]),
    ("run hybrid.mo --json --output a.csv --no-side-file", ["a.csv"]),
    ("run Pendulum --stop 1 --output a.h5 --json --no-side-file", ["a.h5"]),
    ("run hybrid.mo --report a.html", ["a.html"]),
    ("run Pendulum --stop 2 --plot a.svg --section x --section-output s.csv --method taylor", ["a.svg", "s.csv"]),
    ("run stiff.mo --stop 300 --steps-output s.csv --checkpoint c --checkpoint-every 0 --checkpoint-steps 50 --json", ["s.csv"]),
    ("analyze FourBar --json", []),
    ("analyze hybrid.mo", []),
    ("reproduce 000-table-1 --json", []),
    ("plot given.csv --output a.svg", ["a.svg"]),
    ("sweep stiff.mo --over k=1:3:3 --stop 1 --output a.csv --workers 2", ["a.csv"]),
    ("sweep stiff.mo --over k=1:3:3 --stop 1 --output a.npz --workers 1 --json", ["a.npz"]),
]
# What libraries do without memory is theirs to answer for; that they were refused is ours to notice.
FOREIGN = re.compile(r"libhdf5|libmpi|libopen|libpmix|libevent|libhwloc|libucc|libucs|ld-linux|libdl\b|libstdc")
TIMES = re.compile(rb'"[a-z_]*seconds": [0-9.e+-]+|[0-9.e+-]+ s (to prepare|to solve)[^\n]*|"command": [^\n]*|[0-9.e+-]+ s\b')


def words(data):
    return TIMES.sub(b"", data)


class Runner:
    def __init__(self, program, preloaded):
        self.program, self.preloaded = program, preloaded
        self.folder = tempfile.mkdtemp(prefix="involute-faults-")

    def fresh(self):
        for name in os.listdir(self.folder):
            path = os.path.join(self.folder, name)
            shutil.rmtree(path) if os.path.isdir(path) else os.remove(path)
        for name, text in (("hybrid.mo", HYBRID), ("stiff.mo", STIFF), ("given.csv", "time,x,y\n0,1,2\n1,2,3\n2,0,1\n")):
            with open(os.path.join(self.folder, name), "w") as out:
                out.write(text)

    def run(self, command, stack=None):
        self.fresh()
        listed = os.path.join(self.folder, ".list")
        env = dict(os.environ, LD_PRELOAD=self.preloaded, FAULT_LIST=listed, XDG_CACHE_HOME=self.folder + "/.cache")
        env.pop("FAULT_STACK", None)
        if stack:
            env["FAULT_STACK"] = stack
        done = subprocess.run([self.program] + command.split(), cwd=self.folder, env=env, timeout=120,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        stacks = {}
        if os.path.exists(listed):
            with open(listed) as lines:
                for line in lines:
                    part = line.split()
                    if part[0] != "end":
                        stacks[part[0]] = (int(part[1]), int(part[2]), part[3] if len(part) > 3 else "?")
        return done, stacks

    def files(self):
        found = {}
        for name in sorted(os.listdir(self.folder)):
            path = os.path.join(self.folder, name)
            if name[0] != "." and os.path.isfile(path):
                with open(path, "rb") as file:
                    found[name] = file.read()
        return found


def is_json(text):
    try:
        json.loads(text)
        return True
    except ValueError:
        return False


def is_whole(command, name, data, usual):
    """A file that is there is complete, though rows that were not computed may be missing."""
    if words(data) == words(usual):
        return True
    if name.endswith(".h5"):  # which holds the time of its making
        return data[:8] == usual[:8] and len(data) <= len(usual)
    if command.startswith("sweep") and name.endswith(".csv"):  # a row for each member, failed or not
        return data.count(b"\n") == usual.count(b"\n") and data.endswith(b"\n")
    if data == b"section,direction,time\n":  # no crossing until then
        return True
    if name.endswith(".csv"):
        return usual.startswith(data) and data.endswith(b"\n")
    ends = {".svg": b"</svg>", ".html": b"</html>", ".json": b"}", ".npz": b"", ".h5": b""}
    return data.rstrip().endswith(ends[os.path.splitext(name)[1]]) and data[:8] == usual[:8]


def judge(command, written, usual, done, stacks, files):
    """What is wrong; empty: nothing."""
    first, first_stacks, first_files = usual
    error = done.stderr.decode(errors="replace")
    if done.returncode < 0:
        return "signal %d" % -done.returncode
    if done.returncode not in (first.returncode, 5):
        return "exit status %d" % done.returncode
    if "--json" in command and not is_json(done.stdout):
        return "no JSON on standard output"
    if done.returncode == 5 and "error: " not in error:
        return "no message"
    if "internal" in error:
        return "an internal error"
    for name, data in files.items():
        if name in written:
            if not is_whole(command, name, data, first_files.get(name, b"")):
                return "%s is there by half" % name
        elif name not in first_files and not name.endswith(".journal"):  # from which a sweep continues
            return "%s is left behind" % name
    if done.returncode == first.returncode:
        for name in written:
            same = (lambda data: data[:8] + bytes(len(data))) if name.endswith(".h5") else words
            if same(files.get(name, b"")) != same(first_files[name]):
                return "%s is another one, and nothing is said" % name
    for stack, (_, left, file) in stacks.items():
        if left > 0 and not FOREIGN.search(file) and left > first_stacks.get(stack, (0, 0, ""))[1]:
            return "%d blocks of %s are left" % (left, stack)
    return ""


def main():
    program, preloaded = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    share = float(sys.argv[3]) if len(sys.argv) > 3 else 1.0
    chosen = random.Random(int(sys.argv[4]) if len(sys.argv) > 4 else 1)
    only = os.environ.get("FAULT_ONLY")
    runner = Runner(program, preloaded)
    bad = total = 0
    for number, (command, written) in enumerate(RUNS):
        if only and only != str(number):
            continue
        first, first_stacks = runner.run(command)
        if first.returncode:
            print("run %d, involute %s: exit status %d: %s" % (number, command, first.returncode, first.stderr.decode()))
            return 1
        usual = (first, first_stacks, runner.files())
        own = sorted(stack for stack, (_, _, file) in first_stacks.items() if not FOREIGN.search(file))
        picked = [stack for stack in own if chosen.random() < share]
        wrong = {}
        for stack in picked:
            try:
                done, stacks = runner.run(command, stack)
                complaint = judge(command, written, usual, done, stacks, runner.files())
            except subprocess.TimeoutExpired:
                complaint = "no end"
            if complaint:
                wrong.setdefault(re.sub(r"[0-9a-f]{16}", "a stack", complaint), []).append(stack)
        total += len(picked)
        bad += sum(map(len, wrong.values()))
        print("involute %s: %d of %d call stacks failed once%s" % (command, len(picked), len(own), "" if not wrong else ":"), flush=True)
        for complaint, stack_list in sorted(wrong.items()):
            print("  %4d  %s, e.g. %s" % (len(stack_list), complaint, " ".join(stack_list[:3])), flush=True)
    shutil.rmtree(runner.folder)
    print("%d faults in all, %d of them not as they should be" % (total, bad))
    return 1 if bad else 0


sys.exit(main())
