#!/usr/bin/env python3
"""What counts as interface (docs/interface.md) is as interface.txt lists it, a line each.

    interface.py PROGRAM [--write]

Lines that the last release had and that are gone need an entry under Changed or Removed of the changelog's
section [Unreleased], new ones any entry there.
"""

import csv
import json
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
LIST = pathlib.Path(__file__).with_name("interface.txt")
NETWORK = "mesh4x4"
RUN = [NETWORK, "--cycles", "400", "--warmup", "0", "--reply", "8"]
COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.S)
HEADER = re.compile(r"^module (\w+)(.*?)\);", re.S | re.M)


def output(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT).stdout


def options(program):
    """Of each command: all but --help."""
    commands = re.findall(r"^  ([a-z]+)  ", output(program, "--help"), re.M)
    for command in commands:
        for option in re.findall(r"^  (?:-\w,)?(--[\w-]+)", output(program, command, "--help"), re.M):
            if option != "--help":
                yield f"option {command} {option}"


def fields(value, path):
    """The names of a JSON document's fields; those in lists as name[].field."""
    if isinstance(value, dict):
        for name, part in value.items():
            yield from fields(part, f"{path}.{name}" if path else name)
    elif isinstance(value, list) and value and isinstance(value[0], (dict, list)):
        yield from fields(value[0], path + "[]")
    else:
        yield path


def files(program):
    """Fields of JSON and columns of CSV that commands write. Keys of the network are in docs/keys.json."""
    with tempfile.TemporaryDirectory() as folder:
        place = pathlib.Path(folder)
        written = {"run.json": "--json", "run.csv": "--csv", "channels.csv": "--channels", "log.csv": "--log",
                   "run.events": "--events", "trace.csv": "--write-trace"}
        output(program, "run", *RUN, *(word for file, option in written.items() if not file.startswith("trace")
                                       for word in (option, place / file)))
        output(program, "run", *RUN[:5], "--write-trace", place / "trace.csv")
        output(program, "events", place / "run.events", "--json", place / "events.json", "--csv", place / "events.csv")
        for name, more in (("sweep", ["--load", "0.1"]), ("saturation", ["--load", "0.1:0.9:0.4", "--saturation"])):
            output(program, "sweep", *RUN, *more, "--json", place / f"{name}.json", "--csv", place / f"{name}.csv")
        for path in sorted(place.glob("*.json")):
            found = {field for field in fields(json.loads(path.read_text()), "")
                     if not re.search(r"\bnetwork\.", field)}
            yield from (f"json {path.stem} {field}" for field in found)
        for path in sorted(place.glob("*.csv")):
            with path.open() as file:
                columns = next(csv.reader(file))
            yield from (f"csv {path.stem} {column}" for column in columns if not re.fullmatch(r"vc\d+|\w+\.\w+", column))
    yield from (f"events {line}" for line in
                re.findall(r"constexpr std::uint32_t (kVersion = \d+);", (ROOT / "sim/events/format.hpp").read_text()))


def split(text):
    """At commas outside brackets."""
    parts, depth = [""], 0
    for letter in text:
        depth += (letter in "([{") - (letter in ")]}")
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return [" ".join(part.split()) for part in parts if part.strip()]


def modules():
    """Parameters and ports of the networks, with and without streams, and of the cells."""
    paths = [path for pattern in ("**/*_network.sv", "**/*_streams.sv", "**/*_axi4.sv", "common/wf_*.sv", "stream/stream_*.sv",
                                         "axi4/axi4_*.sv")
             for path in (ROOT / "rtl").glob(pattern) if not path.stem.endswith("_pkg")]
    for path in sorted(set(paths)):
        text = COMMENT.sub("", path.read_text())
        for name, header in HEADER.findall(text):
            parts = re.fullmatch(r"(?:[^#(]*)(?:#\s*\((.*?)\)\s*)?\(([^()]*(?:\([^()]*\)[^()]*)*)", header, re.S)
            if parts is None:
                sys.exit(f"{path}: the header of {name} cannot be read")
            yield from (f"parameter {name} {one.removeprefix('parameter ')}" for one in split(parts[1] or "")
                        if one.startswith("parameter "))
            yield from (f"port {name} {one}" for one in split(parts[2]))


def changelog_faults(now, before, changes):
    """Changes since the last release without an entry in the section [Unreleased]."""
    if before - now and not re.search(r"^### (Changed|Removed)", changes, re.M):
        yield f"gone since the last release, without an entry under Changed or Removed: {sorted(before - now)}"
    if now - before and "###" not in changes:
        yield f"new since the last release, without an entry: {sorted(now - before)}"


def since_release(now):
    tags = subprocess.run(["git", "describe", "--tags", "--abbrev=0", "--match", "v*"], cwd=ROOT, text=True,
                          capture_output=True, check=False)
    if tags.returncode:
        return []
    path = LIST.relative_to(ROOT).as_posix()
    before = subprocess.run(["git", "show", f"{tags.stdout.strip()}:{path}"], cwd=ROOT, text=True,
                            capture_output=True, check=False)
    changes = (ROOT / "CHANGELOG.md").read_text().partition("## [Unreleased]")[2].partition("\n## ")[0]
    return list(changelog_faults(now, set(before.stdout.splitlines()), changes))


def check_rule():
    """The rule itself, on changes that nobody has made."""
    gone, new = {"a"}, {"a", "b"}
    assert list(changelog_faults(gone, gone, "")) == []
    assert len(list(changelog_faults(gone, new, "### Added\n"))) == 1
    assert list(changelog_faults(gone, new, "### Removed\n")) == []
    assert len(list(changelog_faults(new, gone, ""))) == 1
    assert list(changelog_faults(new, gone, "### Added\n")) == []


def main():
    program = sys.argv[1]
    check_rule()
    now = {*options(program), *files(program), *modules()}
    if "--write" in sys.argv:
        LIST.write_text("".join(f"{line}\n" for line in sorted(now)))
    listed = set(LIST.read_text().splitlines())
    faults = [f"gone: {line}" for line in sorted(listed - now)] + [f"new: {line}" for line in sorted(now - listed)]
    faults += since_release(now)
    if faults:
        print("\n".join(faults), "\ninterface.py PROGRAM --write renews the list; the changelog says why")
    else:
        print(f"{len(now)} lines")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
