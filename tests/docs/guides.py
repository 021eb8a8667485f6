#!/usr/bin/env python3
"""Holds the lists of files in docs/add-a-*.md against the repository.

A guide has a table between <!-- files of EXAMPLE --> and <!-- /files -->, EXAMPLE being a regular
expression. Every file of the table exists and has the example. Every other file that has it is on
the list, but for the guides, the example's own files (those with it in their path), what tools write
(pages of results and the lists of keys and interfaces), and boards, tests of SystemC and experiments of papers,
which name the networks that they have. A path in backquotes in a guide exists.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
GUIDES = ("docs/add-a-family.md", "docs/add-a-pattern.md", "docs/add-a-routing.md")
WRITTEN = ("docs/results/", "docs/keys.json", "docs/configuration.schema.json", "docs/verification.md", "tests/coverage/floors.toml",
           "tests/shares.txt",
           "tests/interface/interface.txt")
BOARDS = ("rtl/fpga/", "rtl/fpga.f", "tests/rtl/fpga/", "docs/handoff.md")
SYSTEMC = ("tests/systemc/",)
PAPERS = ("sim/papers/",)
MOST = 10  # files that change
LIST = re.compile(r"<!-- files of (.+) -->\n(.*?)<!-- /files -->", re.DOTALL)
ROW = re.compile(r"^\| (?:\[([^\]]+)\]\(([^)]+)\)|`([^`]+)`) \|", re.MULTILINE)
FOLDER_OR_FILE = re.compile(r"`((?:docs|rtl|sim|tb|tests|waves)/[\w./*-]+)`")


def repository_files():
    """Without what builds leave: neither build/ nor Python's caches."""
    paths = [path for path in ROOT.iterdir() if path.is_file() and path.suffix in (".md", ".txt")]
    for folder in ("docs", "rtl", "sim", "sysc", "tb", "tests", "waves"):
        paths += [path for path in (ROOT / folder).rglob("*")
                  if path.is_file() and path.suffix != ".pyc"]
    return {str(path.relative_to(ROOT)): path.read_bytes() for path in paths}


def listed_files(guide, table):
    """Paths from the root; links are from the guide's folder and show the path."""
    for shown, link, quoted in ROW.findall(table):
        if link and (ROOT / guide).parent.joinpath(link).resolve() != ROOT / shown:
            yield f"{shown} (whose link is {link})"
        else:
            yield shown or quoted


def faults_of(guide, text, files):
    example, table = LIST.search(text).groups()
    pattern = re.compile(example, re.IGNORECASE)
    listed = list(listed_files(guide, table))
    if not 1 <= len(listed) <= MOST:
        yield f"{guide}: {len(listed)} files change; legal: 1 to {MOST}"
    having = {path for path, content in files.items()
              if re.search(example.encode(), content, re.IGNORECASE)}
    for path in sorted(path for path in set(listed) if listed.count(path) > 1):
        yield f"{guide}: {path} is there twice"
    for path in listed:
        if pattern.search(path):
            yield f"{guide}: {path} is the example's own"
        elif path not in files:
            yield f"{guide}: there is no {path}"
        elif path not in having:
            yield f"{guide}: {path} has nothing of {example}"
    for path in sorted(having - {*GUIDES, *listed}):
        if not pattern.search(path) and not path.startswith((*WRITTEN, *BOARDS, *SYSTEMC, *PAPERS)):
            yield f"{path} has {example} and is not in {guide}"
    for path in sorted(set(FOLDER_OR_FILE.findall(text))):
        if not list(ROOT.glob(path)):
            yield f"{guide}: there is no {path}"


def main():
    files = repository_files()
    faults = []
    for guide in GUIDES:
        text = files[guide].decode()
        faults += (faults_of(guide, text, files) if LIST.search(text) else
                   [f"{guide}: no list between <!-- files of EXAMPLE --> and <!-- /files -->"])
    print("\n".join(faults) if faults else f"{len(GUIDES)} guides are complete")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
