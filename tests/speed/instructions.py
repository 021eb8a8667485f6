#!/usr/bin/env python3
"""Counts the instructions that a cycle takes in each row of docs/results/speed.md.

    instructions.py WAYFARER_SPEED [--write [PATTERN]]

--write counts all rows, or those that match the regular expression, and keeps them in
instructions.json (ten minutes for all). Otherwise, fails if instructions.json has other rows than
the program, or if a few small networks take other numbers than it has: more mean that a fast form of
a model is not used, or has become slow; fewer, that the file is old.
"""

import argparse
import json
import pathlib
import re
import subprocess
import sys

KEPT = pathlib.Path(__file__).with_suffix(".json")
CHECKED = r"^model/.* of 4x4/"
TOLERANCE = 0.15  # of compilers and libraries


def counted(program, row):
    """Callgrind's count in the function that runs the measured cycles, per cycle."""
    done = subprocess.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null",
                           "--collect-atstart=no", "--toggle-collect=wayfarer_counted",
                           program, "--count", row], text=True, capture_output=True, check=False)
    found = re.search(r"Collected : (\d+)", done.stderr)
    if done.returncode != 0 or not found or not done.stdout:
        raise SystemExit(f"{row}: {done.stderr}")
    return round(int(found.group(1)) / int(done.stdout))


def differences(program, rows, kept):
    """What instructions.json should say otherwise, as texts."""
    if set(rows) != set(kept):
        yield f"other rows than in {KEPT.name}: {sorted(set(rows) ^ set(kept))}"
    for row in filter(re.compile(CHECKED).match, rows):
        now = counted(program, row)
        print(f"{row}: {now}")
        if row in kept and abs(now / kept[row] - 1) > TOLERANCE:
            yield f"{row} takes {now} instructions a cycle, in {KEPT.name} {kept[row]}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--write", nargs="?", const="", metavar="PATTERN")
    arguments = parser.parse_args()
    rows = subprocess.run([arguments.program, "--list"], text=True, capture_output=True,
                          check=True).stdout.splitlines()
    kept = json.loads(KEPT.read_text()) if KEPT.exists() else {}
    if arguments.write is None:
        found = list(differences(arguments.program, rows, kept))
        return "\n".join(found) + "\nto count again: instructions.py PROGRAM --write" if found else 0
    for row in rows:
        if row not in kept or re.search(arguments.write, row):
            kept[row] = counted(arguments.program, row)
            print(f"{row}: {kept[row]}", flush=True)
    KEPT.write_text(json.dumps({row: kept[row] for row in rows}, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
