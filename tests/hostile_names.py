#!/usr/bin/env python3
# Feeds hostile names and texts through every output of the program and looks at the bytes of all that comes out:
# no control character but line breaks and tabs, no byte that is no UTF-8, no mark that turns the direction of writing;
# JSON and CSV parse back, pages and pictures are well-formed and hold no element of ours, emitted C compiles.
# usage: hostile_names.py PROGRAM WORK_FOLDER
# SPDX-License-Identifier: BSD-3-Clause
import csv
import html.parser
import io
import json
import os
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree

program, work = os.path.abspath(sys.argv[1]), sys.argv[2]
failures = []
looked_at = 0
runs = 0

# Names that Modelica allows in quotes: printable ASCII.
NAMES = ['a"b', "</script><script>alert(1)</script>", "*/ int evil(void) { return 1; } /*", "%s%n%99999d", "=1+1", "+a",
         "-rf", "@x", "a,b", "../../x", "/etc/passwd", r"a\\b", "a;b", "{{x}}", "<b onload=x>&amp;&#27;", "$(id)", "`id`",
         "??/", "//x", "#x", r"\'", "--><!--", "]]>", r"\\u001b]0;x", r"\\x1b[31m"]
# Texts of strings, comments and files: any bytes but zero.
TEXTS = [b"\x1b]0;owned\x07", b"\x1b[2J", b"\x07\x08\x7f", b"\r hidden", b"two\nlines", b"\xff\xfe", b"\xc2\x9b31m",
         "\u202egnp.exe".encode(), "a\u2028b\u2029".encode(), "\u2066x\u2069".encode(), b"</script><img src=x onerror=alert(1)>",
         b"*/ #error", b"%s%n", b'"quoted"', b"'; rm -rf ~; '", b"\\", b"<!--", b"]]>", b"=cmd()", b"--help", b"\xed\xa0\x80"]
WILD = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")


def fail(what, found):
    failures.append(f"{what}: {found}")


def clean(what, data):
    """No byte of it is a command to a terminal."""
    global looked_at
    looked_at += len(data)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        fail(what, f"is no UTF-8: {data[max(0, error.start - 40):error.start + 10]!r}")
        return data.decode("utf-8", "replace")
    found = WILD.search(text)
    if found:
        fail(what, f"has {found.group()!r} in {text[max(0, found.start() - 40):found.end() + 20]!r}")
    return text


class Page(html.parser.HTMLParser):
    """Elements and attributes of a page; what names bring would be new ones."""

    def __init__(self):
        super().__init__()
        self.found = set()
        self.scripts = 0

    def handle_starttag(self, tag, attributes):
        self.found.add(tag)
        if tag == "script":  # as many as without hostile names
            self.scripts += 1
            self.found.add(f"script {self.scripts}")
        for name, _ in attributes:
            if name.startswith("on"):
                self.found.add(name)

    handle_startendtag = handle_starttag


def elements(text):
    page = Page()
    page.feed(text)
    page.close()
    return page.found


def check_c(what, path):
    header = path[:-1] + "h"
    for one in (path, header):
        clean(f"{what} {one[-1:]}", open(one, "rb").read())
    done = subprocess.run(["cc", "-std=c99", "-Wall", "-Werror", "-fsyntax-only", "-x", "c", path], capture_output=True)
    if done.returncode:
        fail(what, f"does not compile: {done.stderr[:300]!r}")
    if b"evil" in done.stderr or re.search(rb"^\s*int evil", open(path, "rb").read(), re.M):
        fail(what, "a name has become code")


def check_file(what, path, known_elements):
    data = open(path, "rb").read()
    ending = path.rsplit(".", 1)[-1]
    if ending in ("mat", "h5", "npz", "ck"):
        return
    text = clean(what, data)
    if ending == "csv":
        rows = list(csv.reader(io.StringIO(text), strict=True))
        if any(len(row) != len(rows[0]) for row in rows):
            fail(what, "rows of different lengths")
        for name in rows[0]:
            if name[:1] in "=+-@":
                fail(what, f"a column begins as a formula: {name!r}")
    elif ending == "json":
        json.loads(text)
    elif ending == "svg":
        tree = xml.etree.ElementTree.fromstring(data)
        tags = {e.tag.split("}")[-1] for e in tree.iter()}
        if tags - {"svg", "title", "desc", "g", "path", "text", "line", "polyline", "rect", "circle", "tspan", "style",
                   "defs", "clipPath", "polygon", "use", "ellipse"}:
            fail(what, f"elements {sorted(tags)}")
        for e in tree.iter():
            for key in e.attrib:
                if key.startswith("on") or key.endswith("href") and not e.attrib[key].startswith("#"):
                    fail(what, f"attribute {key}")
    elif ending == "html":
        new = elements(text) - known_elements
        if new:
            fail(what, f"has new elements {sorted(new)}")


def run(what, words, folder, status=None, known=frozenset(), stdin=None):
    """One command; all that it writes is looked at. Returns standard output."""
    global runs
    runs += 1
    before = {name: os.stat(os.path.join(folder, name)).st_mtime_ns for name in os.listdir(os.fsencode(folder)) for name in [os.fsdecode(name)]}
    done = subprocess.run([program] + words, cwd=folder, capture_output=True, input=stdin, timeout=120,
                          env={**os.environ, "TERM": "dumb", "NO_COLOR": "1"})
    if status is not None and done.returncode != status:
        fail(what, f"status {done.returncode}, not {status}: {done.stderr[-400:]!r}")
    if done.returncode < 0 or done.returncode > 5:
        fail(what, f"status {done.returncode}")
    out = clean(f"{what}: standard output", done.stdout)
    clean(f"{what}: standard error", done.stderr)
    if "--json" in words:
        try:
            json.loads(out)
        except ValueError as error:
            fail(what, f"JSON: {error}: {out[:200]!r}")
    for name in os.listdir(folder):
        path = os.path.join(folder, name)
        if os.path.isfile(path) and before.get(name) != os.stat(path).st_mtime_ns and not name.endswith((".c", ".h", ".mo")):
            check_file(f"{what}: {name!r}", path, known)
        if name.endswith(".mo") and name not in before:
            clean(f"{what}: {name!r}", open(path, "rb").read())
    return out


def fresh(name):
    folder = os.path.join(work, name)
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    return folder


def write(path, data):
    with open(path, "wb") as f:
        f.write(data)


PLAIN = b"""model M
  Real x(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -x;
end M;
"""


def known_elements():
    folder = fresh("plain")
    write(f"{folder}/m.mo", PLAIN)
    run("plain", ["run", "m.mo", "--report", "r.html", "--quiet"], folder, 0, ALL | {f"script {k}" for k in range(9)})
    return elements(open(f"{folder}/r.html").read())


ALL = frozenset(["html", "head", "meta", "title", "style", "body", "script", "div", "svg", "g", "path", "text"]) | \
    frozenset("h1 h2 h3 p table thead tbody tr th td a b i em code pre span section details summary math mi mo mn mrow msup "
              "msub mfrac msqrt mtext label input select option button canvas ul li ol dl dt dd footer header main nav sup sub "
              "noscript link line rect circle mover msubsup munderover mfenced mtable mtr mtd mspace mstyle figure figcaption "
              "polyline clippath defs".split())


def escaped(text):
    """As a Modelica string."""
    return text.replace(b"\\", b"\\\\").replace(b'"', b'\\"')


def model_of_names(names):
    quoted = [b"'" + n.encode() + b"'" for n in names]
    lines = [b"model 'M*/</title>\"%s'"]
    lines += [b"  parameter Real " + n[:-1] + b"p' = 1;" for n in quoted]
    lines += [b"  Real " + n + b"(start = 1, fixed = true), " + n[:-1] + b"v'(start = 0, fixed = true);" for n in quoted]
    lines += [b"equation"]
    for n in quoted:
        lines += [b"  der(" + n + b") = " + n[:-1] + b"v';", b"  der(" + n[:-1] + b"v') = -" + n[:-1] + b"p'*" + n + b";"]
        lines += [b"  when " + n + b" < 0.5 then\n    reinit(" + n[:-1] + b"v', 2);\n  end when;"]
    lines += [b"  annotation(experiment(StopTime = 2));", b"end 'M*/</title>\"%s';"]
    return b"\n".join(lines) + b"\n"


def names_through_everything(known):
    folder = fresh("names")
    write(f"{folder}/m.mo", model_of_names(NAMES))
    small = b"model 'S*/</b>\"%n'\n  parameter Real 'k*/\"' = 1;\n  Real 'x,\"</script>'(start = 1, fixed = true), 'v%s%n'(start = 0, fixed = true);\n" \
            b"equation\n  der('x,\"</script>') = 'v%s%n';\n  der('v%s%n') = -'k*/\"'*'x,\"</script>';\nend 'S*/</b>\"%n';\n"
    write(f"{folder}/s.mo", small)
    out = run("names: run", ["run", "m.mo", "--output", "a.csv", "--section", "'=1+1'", "--section-output", "p.csv", "--plot", "a.svg",
                             "--report", "a.html", "--steps-output", "s.csv"], folder, 0, known)
    header = next(csv.reader(open(f"{folder}/a.csv", newline="")))
    for n in NAMES:
        if f"'{n}'" not in header:
            fail("names: a.csv", f"has no column '{n}'")
    data = json.loads(run("names: json", ["run", "m.mo", "--json"], folder, 0))
    for n in NAMES:
        if f"'{n}'" not in data["final"]:
            fail("names: json", f"has no '{n}'")
    for words in (["check", "m.mo"], ["analyze", "m.mo"], ["analyze", "m.mo", "--json"], ["run", "m.mo", "--plot"],
                  ["run", "m.mo", "--output", "a.dat"], ["run", "m.mo", "--output", "a.mat"], ["run", "m.mo", "--output", "-"],
                  ["plot", "a.csv", "--output", "b.svg", "--y", "'=1+1'"], ["plot", "a.csv", "--terminal"], ["plot", "a.mat", "--output", "d.svg"],
                  ["run", "m.mo", "--progress"], ["linearize", "s.mo"], ["linearize", "s.mo", "--json"], ["steady", "s.mo"], ["steady", "s.mo", "--json"],
                  ["invariants", "s.mo", "--write", "i.mo"], ["invariants", "s.mo", "--json"], ["run", "s.mo", "--with", "i.mo"],
                  ["sweep", "s.mo", "--over", "'k*/\"'=1:2:3", "--output", "w.csv"], ["sweep", "s.mo", "--over", "'k*/\"'=1:2:3", "--output", "x.csv", "--json"],
                  ["run", "s.mo", "--verify", "--certify", "--output", "v.csv"], ["decompose", "s.mo"],
                  ["run", "s.mo", "--checkpoint", "c.ck", "--checkpoint-every", "0", "--checkpoint-steps", "1", "--output", "c.csv"],
                  ["run", "s.mo", "--resume", "c.ck", "--checkpoint-steps", "1", "--output", "c.csv"],
                  ["run", "s.mo", "--set", "'k*/\"'=2", "--json"], ["run", "s.mo", "--evaluator", "cc", "--report", "e.html"]):
        run(f"names: {' '.join(words[:1] + words[2:3])}", words, folder, None if words[0] == "decompose" else 0, known)
    for model in ("m", "s"):
        run(f"names: export {model}", ["export", f"{model}.mo", "--c", f"{model}.c"], folder, None, known)
        if os.path.exists(f"{folder}/{model}.c"):
            check_c(f"names: export {model}", f"{folder}/{model}.c")
    if os.path.exists("/tmp/evil"):
        fail("names", "something was run")
    return out


def texts_in_strings(known):
    """Descriptions, units, messages, titles, String parameters, comments."""
    for number, text in enumerate(TEXTS):
        folder = fresh(f"text{number}")
        what = f"text {text!r}"
        t = escaped(text)
        model = (b'model M "' + t + b'" // ' + text.replace(b"\n", b" ") + b'\n  parameter String s = "' + t + b'" "' + t + b'";\n'
                 b'  Real x(start = 1, fixed = true, unit = "' + t + b'", quantity = "' + t + b'", displayUnit = "' + t + b'") "' + t + b'";\n  Real y(start = 0, fixed = true) "' + t + b'";\n'
                 b'equation /* ' + text.replace(b"*/", b"") + b' */\n  der(x) = y "' + t + b'";\n  der(y) = -x;\n  assert(x > -0.5, "' + t + b'" + s);\n'
                 b'  when x < 0.5 then\n    reinit(y, 0);\n  end when;\n'
                 b'  annotation(experiment(StopTime = 5), Involute(plot(title = "' + t + b'", y = {"x"})), Documentation(info = "' + t + b'"));\nend M;\n')
        write(f"{folder}/m.mo", model)
        for words in (["run", "m.mo", "--output", "a.csv", "--plot", "a.svg", "--report", "a.html"], ["run", "m.mo", "--json"], ["check", "m.mo"],
                      ["check", "m.mo", "--json"], ["analyze", "m.mo"], ["run", "m.mo", "--output", "a.dat", "--plot"], ["export", "m.mo", "--c", "m.c"],
                      ["sweep", "m.mo", "--over", "x=1:2:2", "--output", "w.csv"], ["run", "m.mo", "--no-such", os.fsdecode(text)]):
            run(f"{what}: {words[0]}", words, folder, known=known)
        if os.path.exists(f"{folder}/m.c"):
            check_c(what, f"{folder}/m.c")
        # An error behind the text on its line, whose source line is shown.
        write(f"{folder}/e.mo", b"model M\n  Real x;\nequation\n  /* " + text.replace(b"*/", b"") + b' */ der(x) = nobody + "' + t + b'"; // ' + text + b"\nend M;\n")
        write(f"{folder}/n.mo", b"model M\n  Real x;\nequation\n  der(x) = 1 " + text + b";\nend M;\n")
        write(f"{folder}/q.mo", b"model M\n  Real '" + text + b"';\nequation\n  der('" + text + b"') = 1;\nend M;\n")
        for name in ("e", "n", "q"):
            run(f"{what}: error {name}", ["check", f"{name}.mo"], folder, known=known)
            run(f"{what}: error {name}", ["run", f"{name}.mo", "--json"], folder, known=known)


def texts_as_file_names(known):
    for number, text in enumerate(TEXTS):
        folder = fresh(f"file{number}")
        stem = text.replace(b"/", b"_")
        name = os.fsdecode(b"./" + stem)
        what = f"file {text!r}"
        write(f"{folder}/{name}.mo", PLAIN)
        write(f"{folder}/{name}.bad.mo", PLAIN.replace(b"v;", b"w;"))
        write(f"{folder}/{name}.in.csv", b'time,"' + text.replace(b'"', b'""').replace(b"\n", b" ").replace(b"\r", b" ") + b'"\n0,1\n1,2\n')
        for words in (["run", f"{name}.mo", "--output", f"{name}.csv", "--plot", f"{name}.svg", "--report", f"{name}.html"],
                      ["run", f"{name}.mo", "--json", "--output", f"{name}.csv"], ["run", f"{name}.mo", "--output", f"{name}.csv"],
                      ["check", f"{name}.mo"], ["check", f"{name}.bad.mo"], ["check", f"{name}.bad.mo", "--json"], ["run", f"{name}.none.mo"],
                      ["run", f"{name}.none.mo", "--json"], ["run", os.fsdecode(text)], ["gallery", os.fsdecode(text)],
                      ["analyze", f"{name}.mo"], ["plot", f"{name}.csv", "--output", f"{name}.p.svg"], ["plot", f"{name}.in.csv", "--output", f"{name}.q.svg"],
                      ["plot", f"{name}.in.csv", "--terminal"], ["plot", f"{name}.none.csv"], ["plot", f"{name}.csv", "--y", os.fsdecode(text)],
                      ["run", f"{name}.mo", "--input", f"{name}.in.csv"], ["sweep", f"{name}.mo", "--samples", f"{name}.in.csv"],
                      ["sweep", f"{name}.mo", "--over", f"x=1:2:2", "--output", f"{name}.w.csv"], ["sweep", f"{name}.mo", "--over", os.fsdecode(text)],
                      ["run", f"{name}.mo", "--set", os.fsdecode(text) + "=1"], ["run", f"{name}.mo", "--method", os.fsdecode(text)],
                      ["run", f"{name}.mo", "--rtol", os.fsdecode(text)], ["run", f"{name}.mo", "--section", os.fsdecode(text)],
                      ["run", f"{name}.mo", "--columns", os.fsdecode(text)], ["run", f"{name}.mo", "--output", f"none/{stem.decode('utf-8', 'surrogateescape')}.csv"],
                      ["run", f"{name}.mo", "--output", os.fsdecode(stem)], ["run", f"{name}.mo", "--max-seconds", os.fsdecode(text)],
                      ["run", f"{name}.mo", "--checkpoint", f"{name}.ck", "--checkpoint-every", "0.001"], ["run", f"{name}.mo", "--resume", f"{name}.csv"],
                      ["run", f"{name}.mo", "--with", f"{name}.csv"], ["run", f"{name}.mo", "--library", f"{name}.in.csv"],
                      ["run", f"{name}.mo", "--model", os.fsdecode(text)], ["linearize", f"{name}.mo", "--at", os.fsdecode(text)],
                      ["invariants", f"{name}.mo", "--write", f"{name}.i.mo"], ["plot", f"{name}.csv", "--title", os.fsdecode(text), "--output", "t.svg"],
                      ["export", f"{name}.mo", "--c", f"{name}.c"], [os.fsdecode(text)], ["reproduce", os.fsdecode(text)], ["reference", os.fsdecode(text)]):
            run(f"{what}: {words[0]} {words[-1]!r}", words, folder, known=known)
        if os.path.exists(f"{folder}/{name}.c"):
            check_c(what, f"{folder}/{name}.c")


def main():
    known = known_elements()
    names_through_everything(known | elements("<math></math>") | ALL & elements("".join(f"<{e}>" for e in ("mi", "mo", "mn", "mrow", "msup", "msub", "mover", "mfrac", "mtext"))))
    texts_in_strings(known | ALL)
    texts_as_file_names(known | ALL)
    for line in failures[:60]:
        print("check_names:", line)
    print(f"{runs} commands, {looked_at} bytes looked at, {len(failures)} found")
    return 1 if failures else 0


sys.exit(main())
