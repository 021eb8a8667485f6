#!/usr/bin/env python3
"""Checks docs/verification.md, the table of invariants, against the sources, both ways.

A row names files in which the invariant occurs: as an assertion's label in rtl/, as a checker's
identifier in C++, as a Catch2 tag in a test. "none" says that there is none of the kind; a row has
a label or a checker, and always a tag. Every assertion's label in rtl/ and every tag in capitals
must have a row. Labels of parameter checks (WF_ASSERT_STATIC) are no invariants of the running
circuit and are left out.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
DOCUMENT = "docs/verification.md"
HEADING = ["Invariant", "RTL label", "C++ checker", "Test tag"]

LABEL = re.compile(r"`WF_ASSERT(?:_COMB|_NEXT|_STABLE)?\s*\(\s*(\w+)\s*,"
                   r"|\b([A-Z]\w+)\s*:\s*(?:assert|cover|assume)\b")
TEST_CASE = re.compile(r"TEST_CASE\s*\((.*?)\)\s*\{", re.DOTALL)
TAG = re.compile(r"\[([A-Z]\w*)\]")


def without_comments(text):
    return re.sub(r"//[^\n]*|/\*.*?\*/", "", text, flags=re.DOTALL)


def labels_in(path):
    return {a or b for a, b in LABEL.findall(without_comments(path.read_text()))}


def tags_in(path):
    return {tag for case in TEST_CASE.findall(path.read_text()) for tag in TAG.findall(case)}


def names_in(path):
    return set(re.findall(r"\b[A-Z]\w+\b", without_comments(path.read_text())))


def rows():
    """(line number, cells) of the table under HEADING."""
    inside = False
    for number, line in enumerate((ROOT / DOCUMENT).read_text().splitlines(), 1):
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if cells == HEADING:
            inside = True
        elif not line.startswith("|"):
            inside = False
        elif inside and not set(line) <= set("|-: "):
            yield number, cells


def check_cell(where, name, kind, cell, find):
    """Faults of one cell, which lists files in backquotes or says none."""
    if cell == "none":
        return []
    files = re.findall(r"`([^`]+)`", cell)
    if not files:
        return [f"{where}: {name}: {kind}: name files in backquotes, or say none"]
    faults = []
    for file in files:
        path = ROOT / file
        if not path.is_file():
            faults.append(f"{where}: {name}: {kind}: there is no {file}")
        elif name not in find(path):
            faults.append(f"{where}: {name}: {kind}: {file} does not have it")
    return faults


def main():
    faults = []
    listed = set()
    for number, cells in rows():
        where = f"{DOCUMENT}:{number}"
        if len(cells) != len(HEADING):
            faults.append(f"{where}: {len(cells)} columns, not {len(HEADING)}")
            continue
        name = cells[0].strip("`")
        if name in listed:
            faults.append(f"{where}: {name} is there twice")
        listed.add(name)
        faults += check_cell(where, name, "RTL label", cells[1], labels_in)
        faults += check_cell(where, name, "C++ checker", cells[2], names_in)
        faults += check_cell(where, name, "test tag", cells[3], tags_in)
        if cells[1] == "none" and cells[2] == "none":
            faults.append(f"{where}: {name}: neither an RTL label nor a C++ checker")
        if cells[3] == "none":
            faults.append(f"{where}: {name}: no test has its tag")
    if not listed:
        faults.append(f"{DOCUMENT}: no table with the columns {' | '.join(HEADING)}")

    for path in sorted((ROOT / "rtl").rglob("*.sv")):
        for name in sorted(labels_in(path) - listed):
            faults.append(f"{path.relative_to(ROOT)}: {name} has no row in {DOCUMENT}")
    for path in sorted((ROOT / "tests").rglob("*.cpp")):
        for name in sorted(tags_in(path) - listed):
            faults.append(f"{path.relative_to(ROOT)}: tag [{name}] has no row in {DOCUMENT}")
    print("\n".join(faults) if faults else f"{len(listed)} invariants agree")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
