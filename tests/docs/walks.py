#!/usr/bin/env python3
"""Each family's pages show a message's way cycle by cycle, latencies and what else `walks` prints.

usage: walks.py WALKS [--write]

WALKS is the program of the folder walks/. --write renews the pages.
"""

import pathlib
import re
import subprocess
import sys

from blocks import block, with_block

ROOT = pathlib.Path(__file__).resolve().parents[2]


def page_with(family, name):
    """The page of the family that has the block: FAMILY.md, or one of its FAMILY-*.md."""
    pages = [ROOT / "docs" / f"{family}.md", *sorted((ROOT / "docs").glob(f"{family}-*.md"))]
    having = [page for page in pages if f"<!-- {name} -->" in page.read_text()]
    if len(having) != 1:
        raise SystemExit(f"{len(having)} pages docs/{family}*.md with a block {name}; legal: 1")
    return having[0]


def main():
    families = sorted(path.parent.name for path in (ROOT / "sim/family").glob("*/family.cpp"))
    faults = []
    for family in families:
        printed = subprocess.run([sys.argv[1], family], check=True, text=True,
                                 stdout=subprocess.PIPE).stdout
        for name in re.findall(r"<!-- (\w+) -->", printed):
            page = page_with(family, name)
            text = page.read_text()
            renewed = with_block(text, name, block(printed, name))
            if "--write" in sys.argv:
                page.write_text(renewed)
            elif renewed != text:
                faults.append(f"{page.relative_to(ROOT)}: the block {name} differs from the model's; "
                              f"tests/docs/walks.py {sys.argv[1]} --write renews it")
    print("\n".join(faults) if faults else f"{len(families)} pages")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
