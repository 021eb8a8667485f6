#!/usr/bin/env python3
"""An invariant has one name: the label of an assertion in rtl/ or the identifier of a checker in C++,
the tag of a Catch2 test, and a row of docs/verification.md, whose meaning is in invariants.toml.

  invariants.py           checks that none is missing, both ways, and that the page's tables are what
                          assertions, proofs, covers, mutants and tests make
  invariants.py --write   writes the tables
  invariants.py --print   prints every invariant with its files
  invariants.py --print NAME...

Labels of parameter checks (WF_ASSERT_STATIC) are no invariants of the running circuit and are left
out. A table of invariants.toml that is named after a checker of tests/formal has that checker's
assertions.
"""

import argparse
import collections
import json
import pathlib
import re
import sys
import tomllib

import blocks

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/formal"))
import modules  # noqa: E402
import tasks  # noqa: E402

PAGE = ROOT / "docs/verification.md"
MEANINGS = pathlib.Path(__file__).with_name("invariants.toml")
MUTATION = ROOT / "docs/results/mutation.json"
FORMAL = ROOT / "tests/formal"

LABEL = re.compile(r"`WF_ASSERT(?:_COMB|_NEXT|_STABLE)?\s*\(\s*(\w+)\s*,"
                   r"|\b([A-Z]\w+)\s*:\s*(?:assert|cover|assume)\b")
COVER = re.compile(r"`WF_COVER\s*\(\s*(\w+)\s*,")
ASSERTION = re.compile(r"\b([A-Z]\w+)\s*:\s*assert\b")
TEST_CASE = re.compile(r"TEST_CASE\s*\((.*?)\)\s*\{", re.DOTALL)
TAG = re.compile(r"\[([A-Z]\w*)\]")

HEAD = """| invariant | meaning | where | proof | covers | mutants | tests |
|---|---|---|---|---|---|---|
"""


def without_comments(text):
    return re.sub(r"//[^\n]*|/\*.*?\*/", "", text, flags=re.DOTALL)


def labels_in(text):
    return {a or b for a, b in LABEL.findall(without_comments(text))}


def tags_in(text):
    return {tag for case in TEST_CASE.findall(text) for tag in TAG.findall(case)}


def names_in(text):
    return set(re.findall(r"\b[A-Z]\w+\b", without_comments(text)))


def files_by_name(folders, patterns, find):
    """The files in which each name occurs, as paths from the root."""
    found = collections.defaultdict(list)
    for folder in folders:
        for path in sorted(file for pattern in patterns for file in (ROOT / folder).rglob(pattern)):
            for name in find(path.read_text()):
                found[name].append(str(path.relative_to(ROOT)))
    return found


def module_of(path):
    return pathlib.Path(path).stem


def links(paths):
    return ", ".join(f"[{module_of(path)}](../{path})" for path in paths)


class Evidence:
    """Finds what supports each invariant: assertions, covers, tests, proofs and mutants."""

    def __init__(self):
        self.labels = files_by_name(["rtl"], ["*.sv"], labels_in)
        self.covers = files_by_name(["rtl"], ["*.sv"], lambda text: set(COVER.findall(text)))
        self.tags = files_by_name(["tests"], ["*.cpp"], tags_in)
        # Checkers are code of the program, or what several tests share.
        self.checkers = files_by_name(["sim", "sysc", "tb"], ["*.cpp", "*.hpp"], names_in)
        self.shared = files_by_name(["tests"], ["*.hpp"], names_in)
        self.formal = files_by_name(["tests/formal"], ["*.sv", "*.py"], names_in)
        self.asserted = files_by_name(["tests/formal"], ["*.sv"],
                                      lambda text: set(ASSERTION.findall(text)))
        self.mutation = json.loads(MUTATION.read_text())
        self.rows = collections.defaultdict(list)
        for row in modules.rows():
            self.rows[row.module].append(row)
        self.tasks = [task for members in tasks.SETS.values() for task in members]

    def where(self, name):
        if name in self.labels:
            return links(self.labels[name])
        return links(self.checkers.get(name, []) or self.shared.get(name, [])) or "its test"

    def faults(self, name, chosen):
        """Broken variants, of these tasks, in which the assertion fails."""
        count = sum(task.mode == "fail" and task.fails == name for task in chosen)
        return f", {count} fault{'s' * (count > 1)}" if count else ""

    def tasks_of(self, module):
        tops = {row.data.get("harness") for row in self.rows[module]} - {None}
        return [task for task in self.tasks
                if (task.row and task.row.module == module) or (not task.row and task.top in tops)]

    def proof_in(self, name, module):
        rows = self.rows[module]
        if not rows:
            return "no state"
        unproved = [row.data["unproved"] for row in rows if "unproved" in row.data]
        without = [row.get("without")[name] for row in rows if name in row.get("without")]
        if len(unproved) == len(rows):
            return f"none: {unproved[0]}"
        if len(without) == len(rows):
            return f"none: {without[0]}"
        elsewhere = [row.get("elsewhere")[name] for row in rows if name in row.get("elsewhere")]
        if len(elsewhere) == len(rows):
            proof = [task for task in self.tasks if task.row and task.row.name == elsewhere[0]]
            faults = self.faults(name, proof)
            assert faults, f"{elsewhere[0]}: no fault at {name}"
            return f"proved in {elsewhere[0]}{faults}"
        return "proved" + self.faults(name, self.tasks_of(module))

    def proof(self, name):
        if name in self.labels:
            found = dict.fromkeys(self.proof_in(name, module_of(path)) for path in self.labels[name])
            return "; ".join(found)
        checkers = [path for path in self.asserted.get(name, [])]
        if checkers:
            tops = {module_of(path) for path in checkers}
            return f"{links(checkers)}" + self.faults(name, [t for t in self.tasks if t.top in tops])
        return "runs only"

    def covers_of(self, module):
        """Cases that the module's proofs reach, and those that its tests reach."""
        proved = set()
        for task in self.tasks_of(module):
            if task.row:
                proved |= {(task.row.name, label) for label in task.row.get("cover")}
            else:
                proved |= {(task.top, label) for label in covers_of_checker(task.top)}
        return len(proved), sum(any(module_of(path) == module for path in paths)
                                for paths in self.covers.values())

    def cover(self, name):
        if name not in self.labels:
            tops = {module_of(path) for path in self.asserted.get(name, [])}
            return f"{sum(len(covers_of_checker(top)) for top in tops)} + 0" if tops else "runs only"
        pairs = [self.covers_of(module_of(path)) for path in self.labels[name]]
        proved, tested = map(sum, zip(*pairs))
        return f"{proved} + {tested}" if proved or tested else "toggles"

    def mutants(self, name):
        found = [self.mutation[module_of(path)] for path in self.labels.get(name, [])
                 if module_of(path) in self.mutation]
        if name not in self.labels:
            return "not RTL"
        if not found:
            return "no campaign yet"
        real = sum(of["mutants"] - len(of["equivalent"]) for of in found)
        return f"{real - sum(len(of['alive']) for of in found)} of {real}" if real else "no expression"

    def row(self, name, meaning):
        return " | ".join([f"| **{name}**", meaning, self.where(name), self.proof(name), self.cover(name),
                           self.mutants(name), links(self.tags.get(name, [])) or "its proof"]) + " |"


def covers_of_checker(top):
    return set(re.findall(r"\b(\w+)\s*:\s*cover\b", (FORMAL / f"{top}.sv").read_text()))


class CheckerRows:
    """Rows of a checker of tests/formal, whose names are its own."""

    def __init__(self, evidence, top):
        self.evidence = evidence
        self.top = top
        self.tasks = [task for task in evidence.tasks if task.top == top]

    def row(self, name, meaning):
        below = {path for task in self.tasks for path in task.sources if path.startswith("rtl/")
                 and not path.endswith("_pkg.sv")}
        killed = [self.evidence.mutation[module_of(path)] for path in below
                  if module_of(path) in self.evidence.mutation]
        real = sum(of["mutants"] - len(of["equivalent"]) for of in killed)
        alive = sum(len(of["alive"]) for of in killed)
        own = [path for path in self.evidence.tags.get(name, [])]
        return " | ".join([
            f"| **{name}**", meaning, links([f"tests/formal/{self.top}.sv"]),
            "proved" + self.evidence.faults(name, self.tasks), f"{len(covers_of_checker(self.top))} + 0",
            f"{real - alive} of {real}" if real else "no campaign yet", links(own) or "its proof"]) + " |"


def table(evidence, block, meanings):
    rows = CheckerRows(evidence, block) if (FORMAL / f"{block}.sv").exists() else evidence
    return HEAD + "".join(rows.row(name, text) + "\n" for name, text in meanings.items())


def page(text, evidence, tables):
    for block, meanings in tables.items():
        blocks.block(text, f"invariants {block}")
        text = blocks.with_block(text, f"invariants {block}", table(evidence, block, meanings))
    return text


def faults_of(evidence, tables):
    checkers = {block for block in tables if (FORMAL / f"{block}.sv").exists()}
    explained = {name for block in tables.keys() - checkers for name in tables[block]}
    names = sorted({*evidence.labels, *evidence.tags})
    for name in names:
        if name not in explained:
            yield f"{name}, of {[*evidence.labels[name], *evidence.tags[name]][0]}: no meaning in {MEANINGS.name}"
        if name not in evidence.tags:
            yield f"{name}, a label in {evidence.labels[name][0]}: no test has the tag"
        elif not any(name in found for found in (evidence.labels, evidence.checkers, evidence.shared)):
            yield f"{name}, a tag in {evidence.tags[name][0]}: neither an RTL label nor a checker"
    for name in sorted(explained - {*names}):
        yield f"{MEANINGS.name}: {name} is neither a label nor a tag"
    for path in sorted(FORMAL.glob("*.sv")):
        asserted = set(ASSERTION.findall(path.read_text()))
        own = tables.get(path.stem, {}).keys()
        yield from (f"{MEANINGS.name}: no {name} of {path.name}" for name in sorted(asserted - own))
        yield from (f"{MEANINGS.name}: {name} is no assertion of {path.name}" for name in sorted(own - asserted))
    if not names:
        yield "there are no invariants"


def print_files(evidence, names):
    for name in names:
        print(name)
        for kind, files in (("RTL", evidence.labels), ("checker", evidence.checkers), ("checker", evidence.shared),
                            ("test", evidence.tags), ("proof", evidence.formal)):
            for file in files.get(name, []):
                print(f"  {kind:<8}{file}")


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--print", nargs="*", metavar="NAME", dest="printed")
    arguments = parser.parse_args()
    evidence = Evidence()
    if arguments.printed is not None:
        print_files(evidence, arguments.printed or sorted({*evidence.labels, *evidence.tags}))
        return 0
    tables = tomllib.loads(MEANINGS.read_text())
    faults = list(faults_of(evidence, tables))
    text = PAGE.read_text()
    made = page(text, evidence, tables)
    if arguments.write:
        PAGE.write_text(made)
    elif text != made:
        faults.append(f"{PAGE.relative_to(ROOT)} is not what invariants.py --write makes")
    print("\n".join(faults) if faults else f"{len(evidence.labels)} labels, {len(evidence.tags)} tags agree")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
