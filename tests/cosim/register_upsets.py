#!/usr/bin/env python3
"""Outcomes of flipped bits in the registers of each family, and docs/results/upsets.md.

  register_upsets.py TEST          repeats the page's flips and compares
  register_upsets.py TEST --write  writes the page

TEST is test_register_upsets, which defines the outcomes.
"""

import os
import pathlib
import re
import subprocess
import sys

PAGE = pathlib.Path(__file__).resolve().parents[2] / "docs/results/upsets.md"
FLIPS = 4300  # of each network: 30,100 of all
LINE = re.compile(r"^([\w-]+) (\d+) (\d+) (\d+) (\d+) (\d+) (\d+)$", re.M)
TEXT = """# Flipped bits in registers

Made by `python3 tests/cosim/register_upsets.py build/release/tests/cosim/test_register_upsets --write`. One bit
of one register of the RTL is flipped in one cycle of a run in which each terminal sends two messages; bit and cycle
are random. Bits are those that change in the run without a flip, in registers and buffers of all routers.

- **masked**: every flit is delivered as without the flip, in the same cycle;
- **late**: all messages are whole, in other cycles;
- **flagged**: a terminal's error port reports it;
- **found**: by a check of what receivers take: flits are missing, twice, altered or elsewhere, or nothing moves
  any more. No network repairs this; `guard` protects the mappings of m-way channels and the drivers that
  they agree on ([mway-guarded.md](../mway-guarded.md)), not the data.

| network | bits | flips | masked | late | flagged | found |
|---|--:|--:|--:|--:|--:|--:|
"""


def page(test):
    environment = {**os.environ, "WAYFARER_FLIPS": str(FLIPS)}
    environment.pop("WAYFARER_NIGHT_SEED", None)
    done = subprocess.run([test], env=environment, text=True, capture_output=True, check=False)
    rows = LINE.findall(done.stdout)
    if done.returncode != 0 or not rows:
        sys.exit(done.stdout + done.stderr)
    return TEXT + "".join(f"| {' | '.join(row)} |\n" for row in rows)


def main():
    text = page(pathlib.Path(sys.argv[1]).resolve())
    if "--write" in sys.argv:
        PAGE.write_text(text)
    elif text != PAGE.read_text():
        sys.exit(f"{PAGE} has other outcomes:\n{text}")


if __name__ == "__main__":
    main()
