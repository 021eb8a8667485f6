#!/usr/bin/env python3
"""Holds the guides to the files that they name.

Each guide has a table of files. Every file in it contains the example's words, and no other file of
the sources, tests and documents does.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
ROW = re.compile(r"^\| \[([^\]]+)\]\(([^)]+)\) \|", re.MULTILINE)
# Guide, the example's words, and files that may have them without being on the list.
GUIDES = {
    "docs/add-a-pattern.md": (r"random.permutation", ()),
    "docs/add-a-routing.md": (r"o1.?turn|one_turn", ()),
}
GENERATED = ("CHANGELOG.md", "docs/results/", "docs/verification.md", "tests/docs/guides.py")


def sources():
    paths = [ROOT / "README.md"]
    for folder in ("sim", "sysc", "rtl", "tb", "tests", "docs", "waves"):
        paths += sorted(path for path in (ROOT / folder).rglob("*") if path.is_file())
    names = (str(path.relative_to(ROOT)) for path in paths)
    return [name for name in names if not name.startswith(GENERATED) and
            not name.endswith((".png", ".svg", ".json", ".pyc"))]


def faults_of(guide, words, others):
    listed = set()
    for shown, link in ROW.findall((ROOT / guide).read_text()):
        path = (ROOT / guide).parent / link
        if not path.exists():
            yield f"{guide}: {shown}: there is no such file"
            continue
        listed.add(str(path.resolve().relative_to(ROOT)))
    if not listed:
        yield f"{guide}: no table of files"
    found = {name for name in sources() if name != guide and not name.startswith("docs/add-a-")
             and re.search(words, (ROOT / name).read_text(errors="replace"), re.IGNORECASE)}
    for name in sorted(listed - found):
        yield f"{guide}: {name} has nothing of the example"
    for name in sorted(found - listed - set(others)):
        yield f"{guide}: {name} has the example and is not in the table"


def main():
    faults = [fault for guide, (words, others) in GUIDES.items()
              for fault in faults_of(guide, words, others)]
    print("\n".join(faults) if faults else f"{len(GUIDES)} guides name the files of their examples")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
