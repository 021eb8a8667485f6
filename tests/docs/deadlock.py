#!/usr/bin/env python3
"""docs/iba.md shows the deadlock of Figure 1: what the commands below print.

usage: deadlock.py PROGRAM [--write]

With forwarding tables whose routes turn in a cycle `check` must name the cycle, and the run must end by
the watchdog; with those of XY routing (Figure 2) the network is deadlock-free, and the same messages
must arrive. --write renews the page.
"""

import pathlib
import re
import subprocess
import sys

from blocks import block, with_block

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs/iba.md"
NETWORK = "docs/examples/iba2x2.toml"
TURNS = "--tables docs/examples/iba2x2-turns.txt"
MESSAGES = "--pattern bit-complement --process batch:1 --warmup 0"

# Each with its exit status, what it must print, and the lines that the page shows.
COMMANDS = [
    (f"check {NETWORK} {TURNS}", 1, "can deadlock: a cycle of 4 dependencies", r".*"),
    (f"run {NETWORK} {MESSAGES} {TURNS}", 1, "nothing has moved", r"wayfarer: .*|  message.*"),
    (f"check {NETWORK}", 0, "deadlock-free", r".*"),
    (f"run {NETWORK} {MESSAGES}", 0, "completed", r"(cycles|verdict) .*"),
]


def main():
    program = pathlib.Path(sys.argv[1]).resolve()
    text = "```\n"
    faults = []
    for arguments, status, expected, shown in COMMANDS:
        done = subprocess.run([program, *arguments.split()], cwd=ROOT, text=True, check=False,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if done.returncode != status or expected not in done.stdout:
            faults.append(f"wayfarer {arguments}: status {done.returncode}, expected {status} and "
                          f"'{expected}':\n{done.stdout}")
        lines = [line for line in done.stdout.splitlines() if re.fullmatch(shown, line)]
        text += "\n".join([f"$ wayfarer {arguments}", *lines]) + "\n"
    text += "```\n"
    page = PAGE.read_text()
    if "--write" in sys.argv:
        PAGE.write_text(with_block(page, "deadlock", text))
    elif block(page, "deadlock") != text:
        faults.append(f"docs/iba.md does not show this:\n{text}"
                      f"tests/docs/deadlock.py {sys.argv[1]} --write renews it")
    print("\n".join(faults) if faults else "the page shows what the program prints")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
