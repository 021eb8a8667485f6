#!/usr/bin/env python3
"""The nights in docs/results/nights.csv, a row for each night or part of one, and their picture.

  history.py --draw   draws docs/results/nights.svg
"""

import csv
import pathlib
import subprocess
import sys

FILE = pathlib.Path(__file__).resolve().parents[2] / "docs/results/nights.csv"
COLUMNS = ["date", "revision", "seed", "part", "hours", "passed", "failed", "networks", "cycles"]
SCRIPT = """set terminal svg size 640,360 font "sans-serif,12" background "white" name "nights"
set datafile separator ","
set multiplot layout 2,1
set key above left
set border 3
set tics nomirror
set style fill solid
set xrange [-0.8:{last}]
set yrange [0:]
set xtics rotate by 30 right
set ylabel "million cycles"
unset xtics
plot "{file}" skip 1 using 0:($9/1e6):(0.5) with boxes lc "#4477aa" title "compared in random networks"
set xtics rotate by 30 right
set ylabel "units of work"
plot "{file}" skip 1 using 0:6:(0.5):xtic(1) with boxes lc "#bbbbbb" title "passed", \\
     "" skip 1 using 0:7:(0.5) with boxes lc "#cc3311" title "failed"
"""


def rows(path):
    if not path.exists():
        return []
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def add(path, night):
    """Appends a night or a part of one, in the place of an earlier summary of the same one."""
    keys = ("revision", "seed", "part")
    kept = [row for row in rows(path) if [row[key] for key in keys] != [str(night[key]) for key in keys]]
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows([*kept, night])


def drawn(path):
    script = SCRIPT.format(file=path, last=max(10, len(rows(path))) - 0.2)
    return subprocess.run(["gnuplot"], input=script, check=True, text=True, capture_output=True).stdout


def draw(path):
    path.with_suffix(".svg").write_text(drawn(path))


if __name__ == "__main__":
    if sys.argv[1:] != ["--draw"]:
        sys.exit(__doc__)
    draw(FILE)
