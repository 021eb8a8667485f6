#!/usr/bin/env python3
"""Names quick tests whose share of the processor time has grown by half.

  shares.py BUILD           compares the last run with tests/shares.txt; status 1 if a share has grown
  shares.py BUILD --write   writes tests/shares.txt after a run of all quick tests

The table has a share for each test that takes at least two thousandths of the processor time of all quick
tests. Tests of the last run compare with it by the median of their times over their shares, which is the
speed of the machine under its load, and which a few tests that have become faster or slower do not move.
A test whose time looks too long is run again, alone, twice: its shortest time counts, for another program
may have taken the caches from it. Time that a test spends in programs that outlive it is not known.
"""

import pathlib
import re
import statistics
import subprocess
import sys

import ctests

TABLE = pathlib.Path(__file__).resolve().parent / "shares.txt"
LEAST = 2  # thousandths; shorter tests are not in the table
GROWTH = 1.5
FLOOR = 4  # thousandths that a test may take more than it did, however short it was
REPEATS = 2
ENOUGH = 0.75  # of the table's tests; a run of fewer of them compares nothing


def seconds_in(file):
    """The children's user and system time, which `times` prints in its second line."""
    minutes = re.findall(r"(\d+)m([\d.]+)s", file.read_text().splitlines()[1])
    return sum(60 * int(whole) + float(rest) for whole, rest in minutes)


def measured(build, names):
    """Processor seconds of these tests, if they have run."""
    files = {name: build / "seconds" / name for name in names}
    return {name: seconds_in(file) for name, file in files.items() if file.is_file()}


def read(table):
    rows = (line.split() for line in table.read_text().splitlines() if not line.startswith("#"))
    return {name: float(share) for name, share in rows}


def text_of(seconds):
    whole = sum(seconds.values())
    shares = {name: 1000 * time / whole for name, time in seconds.items()}
    return ("# Thousandths of the quick tests' processor time, written by tests/shares.py.\n" +
            "".join(f"{name} {share:.1f}\n" for name, share in sorted(shares.items())
                    if share >= LEAST))


def unit(seconds, shares):
    """Seconds of a thousandth in this run, or None if it had too few of the tests."""
    ratios = [seconds[name] / share for name, share in shares.items() if name in seconds]
    return statistics.median(ratios) if len(ratios) >= max(1, ENOUGH * len(shares)) else None


def grown(seconds, shares):
    """(name, share now, share in the table) of the tests that take too long; 0 for new ones."""
    scale = unit(seconds, shares)
    if scale is None:
        return []
    now = {name: time / scale for name, time in seconds.items()}
    return [(name, share, shares.get(name, 0)) for name, share in sorted(now.items())
            if share > GROWTH * shares.get(name, 0) and share > shares.get(name, 0) + FLOOR]


def repeated(build, name):
    subprocess.run(["ctest", "--test-dir", build, "-R", f"^{name}$"], check=True,
                   stdout=subprocess.DEVNULL)
    return measured(build, [name])[name]


def main():
    build = pathlib.Path(sys.argv[1])
    seconds = measured(build, ctests.known(build, "-L", "quick"))
    if sys.argv[2:] == ["--write"]:
        TABLE.write_text(text_of(seconds))
        return 0
    shares = read(TABLE)
    for name, _, _ in grown(seconds, shares):
        seconds[name] = min([seconds[name], *(repeated(build, name) for _ in range(REPEATS))])
    found = grown(seconds, shares)
    for name, now, before in found:
        print(f"{name}: {now:.1f} thousandths of the quick tests' processor time, {before} in "
              "tests/shares.txt; if that is intended, tests/shares.py writes the table")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
