"""Points of coverage by the sources that they are in, with names that last longer than line numbers."""

import collections
import json
import os
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import filelists  # noqa: E402

ROOT = filelists.ROOT
GCOVR = ROOT / ".tools/venv/bin/gcovr"
BIT = re.compile(r"(.*)\[(\d+)\]$")
# All but those of the papers' experiments, which take hours.
CPP_FOLDERS = tuple(f"sim/{folder}" for folder in (
    "api", "axi4", "cli", "commands", "config", "core", "events", "explorer", "export", "family", "geometry", "onchip",
    "report", "runs", "stats", "stream", "traffic"))
# The first line of a variable that a function keeps: whether a thread waits for another to make it is chance.
STATIC = re.compile(r"(static|thread_local) [^(){}=]*[;=]")


def all_sources():
    """By name, of modules and packages, the path."""
    return {pathlib.Path(source).stem: source for listed in filelists.all_lists() for source in listed.own}


def folder_of(part, name):
    return str(pathlib.Path(name).parent) if part == "cpp" else all_sources()[name].split("/")[1]


def functions_of(lines):
    """By number, the function that a line is in, as ` in NAME`, or nothing."""
    inside, found = "", {}
    for number, line in enumerate(lines, 1):
        begins = re.match(r"\s*function .*?(\w+)\s*\(", line)
        inside = f" in {begins[1]}" if begins else inside
        found[number] = inside
        if re.match(r"\s*endfunction", line):
            inside = ""
    return found


def named(module, counts):
    """By kind, the counts by the name of the point: lines are named by their function and text."""
    text = (ROOT / all_sources()[module]).read_text().splitlines()
    functions = functions_of(text)
    names = {kind: collections.Counter() for kind in counts}
    for kind, points in counts.items():
        for (line, column, name), count in points.items():
            if kind == "lines":
                name = f"{line}:{column} {name}{functions[line]}: {text[line - 1].strip()}"
            names[kind][name] += count
    return names


def of_modules(counts):
    """The counts of all modules on the lists. A module that no test has counted is a fault of the tests."""
    return {name: named(name, counts[name]) for name in all_sources() if name in counts}


def shortened(points):
    """Names of bits as ranges: data_i[3:0]."""
    bits, names = collections.defaultdict(list), []
    for point in points:
        found = BIT.fullmatch(point)
        if found:
            bits[found[1]].append(int(found[2]))
        else:
            names.append(point)
    for name, numbers in bits.items():
        numbers = sorted(set(numbers))
        while numbers:
            last = next(i for i in range(len(numbers)) if numbers[i] + 1 not in numbers)
            first, end = numbers[0], numbers[last]
            names.append(f"{name}[{first}]" if first == end else f"{name}[{end}:{first}]")
            numbers = numbers[last + 1:]
    return sorted(names)


def of_files(build):
    """The lines and branches of the program's sources that gcov has counted in a build."""
    # Tests of modules execute little of the program.
    objects = [build / "sim"] + [folder for folder in (build / "tests").iterdir()
                                 if folder.is_dir() and folder.name != "rtl"]
    filters = [word for folder in CPP_FOLDERS for word in ("--filter", f"{ROOT}/{folder}/")]
    # gcovr doubts counts above 2^32, which the arbiter's loop reaches.
    text = subprocess.run([GCOVR, "-j", str(os.cpu_count()), "--root", ROOT, "--json", "--exclude-throw-branches",
                           "--exclude-unreachable-branches", "--gcov-suspicious-hits-threshold=0", *filters, *objects],
                          check=True, stdout=subprocess.PIPE, text=True).stdout
    files = {}
    for file in json.loads(text)["files"]:
        text = (ROOT / file["file"]).read_text().splitlines()
        lines, branches = collections.Counter(), collections.Counter()
        for line in file["lines"]:
            place, words = line["line_number"], text[line["line_number"] - 1].strip()
            lines[f"{place}:0 {words}"] += line["count"]
            for number, branch in enumerate([] if STATIC.match(words) else line["branches"]):
                branches[f"{place}:{number} {words}"] += branch["count"]
        files[file["file"]] = {"lines": lines, "branches": branches}
    return files
