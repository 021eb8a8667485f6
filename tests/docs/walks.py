#!/usr/bin/env python3
"""Each family's page shows a message's way cycle by cycle, latencies and what else `walks` prints.

usage: walks.py WALKS [--write]

WALKS is the program of the folder walks/. --write renews the pages.
"""

import pathlib
import re
import subprocess
import sys

from blocks import block, with_block

ROOT = pathlib.Path(__file__).resolve().parents[2]


def main():
    families = sorted(path.parent.name for path in (ROOT / "sim/family").glob("*/family.cpp"))
    faults = []
    for family in families:
        page = ROOT / "docs" / f"{family}.md"
        printed = subprocess.run([sys.argv[1], family], check=True, text=True,
                                 stdout=subprocess.PIPE).stdout
        text = page.read_text()
        renewed = text
        for name in re.findall(r"<!-- (\w+) -->", printed):
            renewed = with_block(renewed, name, block(printed, name))
        if "--write" in sys.argv:
            page.write_text(renewed)
        elif renewed != text:
            faults.append(f"docs/{family}.md does not show what the model does; "
                          f"tests/docs/walks.py {sys.argv[1]} --write renews it")
    print("\n".join(faults) if faults else f"{len(families)} pages")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
