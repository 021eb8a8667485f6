#!/usr/bin/env python3
"""An invariant has one name: the label of an assertion in rtl/ or the identifier of a checker in C++,
the tag of a Catch2 test, and a sentence in docs/verification.md, where the name is bold.

  invariants.py           checks that none is missing, both ways
  invariants.py --print   prints the table: every invariant with its files
  invariants.py --print NAME...

Labels of parameter checks (WF_ASSERT_STATIC) are no invariants of the running circuit and are left
out. Names that only tests/formal has are checked there.
"""

import argparse
import collections
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
DOCUMENT = "docs/verification.md"

LABEL = re.compile(r"`WF_ASSERT(?:_COMB|_NEXT|_STABLE)?\s*\(\s*(\w+)\s*,"
                   r"|\b([A-Z]\w+)\s*:\s*(?:assert|cover|assume)\b")
TEST_CASE = re.compile(r"TEST_CASE\s*\((.*?)\)\s*\{", re.DOTALL)
TAG = re.compile(r"\[([A-Z]\w*)\]")
MEANING = re.compile(r"\*\*([A-Z]\w+)\*\*")


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


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--print", nargs="*", metavar="NAME", dest="printed")
    arguments = parser.parse_args()
    labels = files_by_name(["rtl"], ["*.sv"], labels_in)
    tags = files_by_name(["tests"], ["*.cpp"], tags_in)
    # Checkers are code of the program, or what several tests share.
    checkers = files_by_name(["sim", "sysc", "tb"], ["*.cpp", "*.hpp"], names_in)
    shared = files_by_name(["tests"], ["*.hpp"], names_in)
    proofs = files_by_name(["tests/formal"], ["*.sv", "*.py"], names_in)
    explained = set(MEANING.findall((ROOT / DOCUMENT).read_text()))
    names = sorted({*labels, *tags})
    if arguments.printed is not None:
        for name in arguments.printed or names:
            print(f"{name}")
            for kind, files in (("RTL", labels), ("checker", checkers), ("checker", shared),
                                ("test", tags), ("proof", proofs)):
                for file in files.get(name, []):
                    print(f"  {kind:<8}{file}")
        return 0
    faults = []
    for name in names:
        if name not in explained:
            faults.append(f"{name}, of {[*labels[name], *tags[name]][0]}: no sentence in {DOCUMENT}")
        if name not in tags:
            faults.append(f"{name}, a label in {labels[name][0]}: no test has the tag")
        elif not (labels.get(name) or checkers.get(name) or shared.get(name)):
            faults.append(f"{name}, a tag in {tags[name][0]}: neither an RTL label nor a checker")
    for name in sorted(explained - {*names, *proofs}):
        faults.append(f"{DOCUMENT}: {name} is neither a label nor a tag")
    print("\n".join(faults) if faults else f"{len(names)} invariants agree")
    return 1 if faults or not names else 0


if __name__ == "__main__":
    sys.exit(main())
