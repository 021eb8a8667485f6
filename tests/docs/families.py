#!/usr/bin/env python3
"""Only sim/family, sim/papers and the commands of one family know families by name.

Everywhere else in sim/ neither a family's name nor a word of one family alone may stand, be it in
code or in a comment.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
# main.cpp composes the program; configurations are of families.
EXEMPT = ("family", "papers", "configs", "main.cpp", "CMakeLists.txt")
# Schedules are of client-server networks.
OF_ONE_FAMILY = (pathlib.Path("commands/command_schedule.cpp"),)
WORDS = ("infiniband", "dally", "romm", "valiant", "m-way", "virtual lane", "subnet")


def family_names():
    """The folders with a descriptor."""
    return sorted(path.parent.name for path in (ROOT / "sim/family").glob("*/family.cpp"))


def main():
    names = family_names()
    pattern = re.compile(r"(?<![a-z])(" + "|".join([*names, *WORDS]) + r")(?![a-z])", re.IGNORECASE)
    faults = [] if len(names) >= 5 else [f"only these families were found: {names}"]
    files = 0
    for path in sorted((ROOT / "sim").rglob("*")):
        own = path.relative_to(ROOT / "sim")
        if not path.is_file() or own.parts[0] in EXEMPT or own in OF_ONE_FAMILY:
            continue
        files += 1
        for number, line in enumerate(path.read_text().splitlines(), 1):
            for match in pattern.finditer(line):
                faults.append(f"sim/{own}:{number}: '{match[0]}' belongs into sim/family")
    print("\n".join(faults) if faults else f"{files} files name none of {', '.join(names)}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
