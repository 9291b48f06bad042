# SPDX-License-Identifier: BSD-3-Clause
"""Builds the wheel of `involute` (PEP 517), without requirements.

The C library is built by cmake from the source tree around this folder and goes into the wheel with
the libraries that it needs and that other machines may lack: SuiteSparse and jansson. It finds them
beside itself (its DT_RPATH is $ORIGIN). The package calls it through ctypes, so that one wheel serves
all versions of Python.

The setting `build` names a build folder whose libinvolute.so is taken as it is:

    pip wheel --no-build-isolation --config-settings build=build ./bind/python
"""
from __future__ import annotations

import base64
import hashlib
import os
import re
import subprocess
import sysconfig
import zipfile
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent
ROOT = PACKAGE.parent.parent

# What every Linux system of the wheel's tag has (PEP 600).
SYSTEM = re.compile(r"(lib(c|m|dl|pthread|rt|gcc_s)|ld-linux[-\w]*)\.so\.\d+$")

# Pages and typeset equations: needs the library itself.
REPORT = "libinvolute_report.so"

EXTRAS = {"sympy": "sympy", "pandas": "pandas", "plot": "matplotlib"}


def version() -> str:
    """The version, which include/involute.h says once."""
    text = (ROOT / "include" / "involute.h").read_text()
    found = re.search(r'#define INVO_VERSION "([^"]+)"', text)
    if not found:
        raise RuntimeError("include/involute.h does not define INVO_VERSION")
    return found.group(1)


def run(*command: str) -> str:
    try:
        done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    except FileNotFoundError:
        raise RuntimeError(f"{command[0]} is missing: 'make setup' installs what the build needs") from None
    return done.stdout


def build_library(settings: dict | None) -> Path:
    """Builds libinvolute.so, unless the settings name a folder that has it."""
    given = (settings or {}).get("build")
    folder = Path(given).resolve() if given else ROOT / "build-python"
    if not given:
        run("cmake", "-S", str(ROOT), "-B", str(folder), "-DCMAKE_BUILD_TYPE=Release", "--log-level=WARNING")
        run("cmake", "--build", str(folder), "--target", "involute_report_shared", "--parallel", str(os.cpu_count() or 1))
    for name in ("libinvolute.so", REPORT):
        if not (folder / name).exists():
            raise RuntimeError(f"{folder / name} is missing: build the target involute_report_shared there first")
    return (folder / "libinvolute.so").resolve()


def own_name(library: Path) -> str:
    """The name that other libraries know it by."""
    found = re.search(r"\(SONAME\).*\[(.+)\]", run("readelf", "-d", str(library)))
    return found.group(1) if found else library.name


def needed(library: Path) -> list[str]:
    """The names of the libraries that it is linked with."""
    return re.findall(r"\(NEEDED\).*\[(.+)\]", run("readelf", "-d", str(library)))


def located(library: Path) -> dict[str, Path]:
    """Where the loader finds what a library needs, directly or not."""
    return {name: Path(path) for name, path in re.findall(r"(\S+) => (/\S+)", run("ldd", str(library)))}


def companions(library: Path) -> dict[str, Path]:
    """All libraries that go into the wheel beside it, by the names that they are loaded by."""
    found = located(library)
    wanted = [library]
    taken: dict[str, Path] = {}
    while wanted:
        for name in needed(wanted.pop()):
            if SYSTEM.match(name) or name in taken:
                continue
            if name not in found:
                raise RuntimeError(f"{name} is missing on this machine, which {library} needs")
            taken[name] = found[name]
            wanted.append(found[name])
    return taken


def contents(library: Path) -> bytes:
    """A library as it goes into the wheel: cmake fills its search path up with ':', which would be the current folder."""
    return library.read_bytes().replace(b"$ORIGIN:\0", b"$ORIGIN\0\0")


def platform_tag(libraries: list[Path]) -> str:
    """manylinux_2_N_x86_64 for the newest version of glibc that a library asks for."""
    machine = sysconfig.get_platform()
    if not machine.startswith("linux-"):
        return re.sub(r"[-.]", "_", machine)
    asked = [int(minor) for library in libraries
             for minor in re.findall(r"Name: GLIBC_2\.(\d+)", run("readelf", "-V", str(library)))]
    return f"manylinux_2_{max([17, *asked])}_{machine[len('linux-'):].replace('-', '_')}"


# --- tables: what the header lists, as Python ---

KINDS = {"REAL": "real", "COUNT": "count", "CHOICE": "choice", "TEXT": "text", "FLAG": "flag"}


def tables(library_name: str) -> str:
    """The lists of the public headers as a module: struct layouts follow from them."""
    include = ROOT / "include"
    options = re.findall(r'^(REAL|COUNT|CHOICE|TEXT|FLAG)\((\w+), "([^"]+)"',
                         (include / "involute_option.def").read_text(), re.M)
    counters = re.findall(r"^(COUNTER|DURATION)\((\w+),", (include / "involute_statistics.def").read_text(), re.M)
    statuses = re.findall(r"^STATUS\((\w+), ", (include / "involute_status.def").read_text(), re.M)
    functions = re.findall(r"^(UNARY|BINARY)\((\w+)\)", (include / "involute_function.def").read_text(), re.M)
    return "\n".join([
        '"""Lists of the C headers, written by the build."""',
        f"VERSION = {version()!r}",
        f"LIBRARY = {library_name!r}",
        f"OPTIONS = {[(KINDS[kind], field, flag) for kind, field, flag in options]!r}",
        f"STATISTICS = {[('count' if kind == 'COUNTER' else 'real', name) for kind, name in counters]!r}",
        f"STATUSES = {statuses!r}",
        f"FUNCTIONS = {[(1 if kind == 'UNARY' else 2, name) for kind, name in functions]!r}",
        "",
    ])


# --- the wheel ---

def metadata() -> str:
    lines = ["Metadata-Version: 2.1", "Name: involute", f"Version: {version()}",
             "Summary: Differential-algebraic systems of any index, solved on the manifold of all their constraints",
             "License: BSD-3-Clause", "Requires-Python: >=3.9", "Requires-Dist: numpy",
             "Description-Content-Type: text/markdown"]
    for extra, requirement in EXTRAS.items():
        lines += [f"Provides-Extra: {extra}", f"Requires-Dist: {requirement} ; extra == '{extra}'"]
    return "\n".join(lines) + "\n\n" + (PACKAGE / "README.md").read_text()


class Wheel:
    """A zip file with a record of its members; the same input gives the same bytes."""

    def __init__(self, path: Path) -> None:
        self.zip = zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED)
        self.record: list[str] = []

    def add(self, name: str, data: bytes, mode: int = 0o644) -> None:
        entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
        entry.external_attr = (0o100000 | mode) << 16
        entry.compress_type = zipfile.ZIP_DEFLATED
        self.zip.writestr(entry, data)
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        self.record.append(f"{name},sha256={digest},{len(data)}")

    def close(self, info: str) -> None:
        name = f"{info}/RECORD"
        self.record.append(f"{name},,")
        entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
        entry.external_attr = 0o100644 << 16
        self.zip.writestr(entry, "\n".join(self.record) + "\n")
        self.zip.close()


def add_package(wheel: Wheel, library_name: str) -> None:
    for path in sorted((PACKAGE / "involute").glob("*")):
        if path.suffix == ".py" or path.name == "py.typed":
            wheel.add(f"involute/{path.name}", path.read_bytes())
    wheel.add("involute/_tables.py", tables(library_name).encode())
    for path in sorted((ROOT / "models").glob("*.mo")):
        wheel.add(f"involute/models/{path.name}", path.read_bytes())


def licences(libraries: dict[str, Path]) -> dict[str, bytes]:
    """What Debian says about the libraries that the wheel carries: libklu.so.1 is of the package libklu1."""
    found = {}
    for name in libraries:
        package = re.sub(r"\.so\.?", "", name)
        path = Path("/usr/share/doc") / package / "copyright"
        if path.is_file():
            found[package] = path.read_bytes()
    return found


def build_wheel(wheel_directory: str, config_settings: dict | None = None,
                metadata_directory: str | None = None) -> str:
    library = build_library(config_settings)
    libraries = {own_name(library): library, REPORT: library.parent / REPORT, **companions(library)}
    tag = f"py3-none-{platform_tag(list(libraries.values()))}"
    name = f"involute-{version()}-{tag}.whl"
    info = f"involute-{version()}.dist-info"
    wheel = Wheel(Path(wheel_directory) / name)
    add_package(wheel, own_name(library))
    for file, path in sorted(libraries.items()):
        wheel.add(f"involute/lib/{file}", contents(path), 0o755)
    for file, text in licences(libraries).items():
        wheel.add(f"{info}/licenses/{file}", text)
    wheel.add(f"{info}/METADATA", metadata().encode())
    wheel.add(f"{info}/LICENSE", (ROOT / "LICENSE").read_bytes())
    wheel.add(f"{info}/WHEEL", f"Wheel-Version: 1.0\nGenerator: involute_backend\n"
                               f"Root-Is-Purelib: false\nTag: {tag}\n".encode())
    wheel.close(info)
    return name


def build_sdist(sdist_directory: str, config_settings: dict | None = None) -> str:
    raise RuntimeError("a source package of this folder alone could not be built: it needs the tree around it; "
                       "build a wheel there ('pip wheel ./bind/python')")
