#!/usr/bin/env python3
"""Holds the list of changed files in docs/add-a-family.md against the repository.

Every file on the list exists and names the family that the guide goes through. Every file that
names it is on the list, but for the guide and the family's own files: those with its name in their
path. The list has at most ten files. A path in backquotes in the guide exists.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
GUIDE = "docs/add-a-family.md"
MOST = 10
LIST = re.compile(r"<!-- files of (\w+) -->\n(.*?)<!-- /files -->", re.DOTALL)
ROW = re.compile(r"^\| `([^`]+)` \|", re.MULTILINE)
FOLDER_OR_FILE = re.compile(r"`((?:docs|rtl|sim|tb|tests|waves)/[\w./*-]+)`")


def repository_files():
    """Without what builds leave: neither build/ nor Python's caches."""
    paths = [path for path in ROOT.iterdir() if path.is_file() and path.suffix in (".md", ".txt")]
    for folder in ("docs", "rtl", "sim", "sysc", "tb", "tests", "waves"):
        paths += [path for path in (ROOT / folder).rglob("*")
                  if path.is_file() and path.suffix != ".pyc"]
    return [str(path.relative_to(ROOT)) for path in paths]


def names(path, family):
    """Whether a file has the family's name in any spelling."""
    return family.encode() in (ROOT / path).read_bytes().lower()


def faults_of(text):
    family, table = LIST.search(text).groups()
    listed = ROW.findall(table)
    if len(listed) > MOST:
        yield f"{GUIDE}: {len(listed)} files change; at most {MOST}"
    for path in sorted(path for path in set(listed) if listed.count(path) > 1):
        yield f"{GUIDE}: {path} is there twice"
    for path in listed:
        if family in path:
            yield f"{GUIDE}: {path} is the family's own"
        elif not (ROOT / path).is_file():
            yield f"{GUIDE}: there is no {path}"
        elif not names(path, family):
            yield f"{GUIDE}: {path} does not name {family}"
    for path in repository_files():
        if family not in path and path not in [GUIDE, *listed] and names(path, family):
            yield f"{path} names {family} and is not in {GUIDE}"
    for path in sorted(set(FOLDER_OR_FILE.findall(text))):
        if not list(ROOT.glob(path)):
            yield f"{GUIDE}: there is no {path}"


def main():
    text = (ROOT / GUIDE).read_text()
    if not LIST.search(text):
        sys.exit(f"{GUIDE}: no list between <!-- files of FAMILY --> and <!-- /files -->")
    faults = list(faults_of(text))
    print("\n".join(faults) if faults else f"{GUIDE} is complete")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
