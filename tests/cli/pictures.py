#!/usr/bin/env python3
"""Pictures of runs and sweeps: what they draw is what the results say.

  pictures.py PROGRAM
"""

import csv
import json
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "explorer"))
from networks import with_other_families  # noqa: E402

PROGRAM = pathlib.Path(sys.argv[1]).resolve()
# mesh, torus, hypercube, buses, line: the directions that their channels have.
DIRECTIONS = {
    "mesh4x4": {"bus"},
    "romm-mesh4x4-2phase": {"+x", "-x", "+y", "-y"},
    "romm-torus4x4x4-dimorder": {"+x", "-x", "+y", "-y", "+z", "-z"},
    "fs-torus4x4-star": {"+x", "-x", "+y", "-y"},
    "iba4x4": {"+x", "-x", "+y", "-y"},
    "line4": {"to server", "from server"},
    "tree8": {"to server", "from server"},
    "hypercube4d-p2": {"bus"},
}


ONE_WAY = {"+x", "+y"}  # in networks of other families; rows count southwards


def expect(condition, *what):
    if not condition:
        sys.exit("\n".join(str(text) for text in what))


def wayfarer(folder, *arguments):
    done = subprocess.run([PROGRAM, *arguments], cwd=folder, text=True, capture_output=True, check=False)
    expect(done.returncode == 0, arguments, done.stderr)
    return done.stdout


def blocks_of(script, name):
    """The rows of numbers of each data block `name` of a gnuplot script."""
    return [[[float(word) for word in line.split()] for line in block.splitlines()]
            for block in re.findall(rf"^\${name} << END\n(.*?)^END", script, re.M | re.S)]


def check_picture(folder, name):
    """The script that drew a picture, and the rows of the table beside it."""
    svg = (folder / f"{name}.svg").read_text()
    expect(svg.lstrip().startswith("<?xml") and svg.rstrip().endswith("</svg>"), name)
    expect((folder / f"{name}.png").read_bytes().startswith(b"\x89PNG"), name)
    pdf = (folder / f"{name}.pdf").read_bytes()
    expect(pdf.startswith(b"%PDF") and pdf.rstrip().endswith(b"%%EOF"), name)
    with open(folder / f"{name}.data.csv", encoding="utf-8") as file:
        return (folder / f"{name}.gp").read_text(), list(csv.DictReader(file))


def check_run(folder, network, directions):
    wayfarer(folder, "run", network, "--cycles", "3000", "--warmup", "500", "--json", "run.json",
             "--channels", "channels.csv", "--plot", "run", "--keep-script", "--load", "0.02")
    result = json.loads((folder / "run.json").read_text())
    channels = result["channels"]
    expect({channel["direction"] for channel in channels} == directions, network, channels[:4])
    expect(all(channel["utilisation"] == result["channel_utilisation"][channel["channel"]]
               for channel in channels), network)
    with open(folder / "channels.csv", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    expect([(int(r["channel"]), int(r["from"]), int(r["to"]), r["direction"]) for r in rows] ==
           [(c["channel"], c["from"], c["to"], c["direction"]) for c in channels], network)
    expect(all(abs(float(r["utilisation"]) - c["utilisation"]) < 1e-8
               for r, c in zip(rows, channels)), network)

    mean = sum(channel["utilisation"] for channel in channels) / len(channels)
    expect(abs(mean - result["utilisation"]) < 1e-12, network, mean, result["utilisation"])

    for row, channel in zip(rows, channels):
        shares = [float(row[f"vc{vc}"]) for vc in range(len(channel["by_vc"]))]
        expect(all(abs(a - b) < 1e-8 for a, b in zip(shares, channel["by_vc"])) and
               abs(sum(shares) - channel["utilisation"]) < 1e-8, network, row, channel)
    if network in ("mesh4x4", "romm-mesh4x4-2phase"):
        expect(sum(share > 0 for channel in channels for share in channel["by_vc"]) > len(channels), network)

    script, data = check_picture(folder, "run")
    # North is at the top.
    top_row_first = "set yrange [3.5:-0.5]" in script
    expect(top_row_first == (directions == ONE_WAY), network, "rows")
    cells = blocks_of(script, "cells")
    expect(len(cells) == len(directions), network)
    drawn = sorted(cell[2] for block in cells for cell in block)
    expect(len(drawn) == len(channels) and
           all(abs(a - b["utilisation"]) < 1e-4
               for a, b in zip(drawn, sorted(channels, key=lambda c: c["utilisation"]))), network)
    places = [tuple(cell[:2]) for block in cells for cell in block]
    expect(all(len(set(tuple(cell[:2]) for cell in block)) == len(block) for block in cells),
           network, places)

    histogram, = blocks_of(script, "bars")
    expect(sum(bar[2] for bar in histogram) == result["latency"]["count"], network)
    series = result["series"]
    expect(series[0]["from"] == 0 and series[-1]["to"] == result["cycles"] and
           all(a["to"] == b["from"] for a, b in zip(series, series[1:])), network)
    expect(sum(window["messages"] for window in series) == result["delivered_messages"], network)
    curves = blocks_of(script, "curve0")
    expect(len(curves) == 2 and len(curves[0]) == len(series), network)
    expect(all(abs(point[1] - window["accepted"]) < 1e-8 for point, window in zip(curves[0], series)))
    drawn = {panel: [row for row in data if row["panel"] == panel] for panel in {row["panel"] for row in data}}
    expect(sum(float(row["y"]) for row in drawn["latencies"]) == result["latency"]["count"], network)
    expect([float(row["y"]) for row in drawn["accepted load over time"]] == [point[1] for point in curves[0]])
    expect(sum(row["colour"] != "" for row in data) == len(channels), network)


def near(a, b):
    return abs(a - b) < 1e-6 * max(1, abs(b))


def check_sweep(folder):
    wayfarer(folder, "sweep", "mesh4x4", "--unit", "bytes", "--clock-mhz", "500", "--load", "0.4,1,4", "--seed",
             "1:4", "--set", "router.buffers=1,4", "--cycles", "3000", "--csv", "s.csv", "--plot", "s",
             "--keep-script")
    with open(folder / "s.csv", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    script, data = check_picture(folder, "s")
    # Labels are as short as they can be, and axes have units.
    expect({row["series"] for row in data} == {"buffers=1", "buffers=4"}, data[0])
    for text in ("'buffers=1'", "'(bytes per terminal and ns)'", "'(ns)'"):
        expect(text in script, text)
    for number, value in enumerate("14"):
        own = [row for row in rows if row["setting"] == f"router.buffers={value}"]
        loads = sorted({float(row["load"]) for row in own})

        def values(column, load, own=own):
            return [float(row[column]) for row in own if float(row["load"]) == load]

        def point(column, load, x=None, own=own):
            """Mean and half-width over four seeds: Student's quantile of three degrees of freedom."""
            found = values(column, load)
            return [load if x is None else x, statistics.mean(found), 3.182446 * statistics.stdev(found) / 2]

        saturated = min(float(row["load"]) for row in own if row["verdict"] == "saturated")
        below = [load for load in loads if load < saturated]
        expect(0.4 in below and 4 not in below, below)
        expected = [[point("latency_ns", load) for load in below], [point("accepted_rate", load) for load in loads],
                    [point("latency_ns", load, statistics.mean(values("accepted_rate", load))) for load in below]]
        panels = ["latency", "accepted load", "latency by accepted load"]
        for panel, points in enumerate(expected):
            block, = blocks_of(script, f"panel{panel}_curve{number}")
            expect(len(block) == len(points), panel, block, points)
            table = [[float(row["x"]), float(row["y"]), float(row["half_width"])] for row in data
                     if row["panel"] == panels[panel] and row["series"] == f"buffers={value}"]
            for drawn, listed, wanted in zip(block, table, points):
                expect(all(near(a, c) and near(b, c) for a, b, c in zip(drawn, listed, wanted)), drawn, listed, wanted)
        expect(f"set arrow from {saturated:g}, graph 0" in script, value)
    # The script draws the same picture again.
    before = (folder / "s.svg").read_bytes()
    (folder / "s.svg").unlink()
    subprocess.run(["gnuplot", "s.gp"], cwd=folder, check=True)
    expect((folder / "s.svg").read_bytes() == before, "the script draws another picture")


def check_many(folder):
    """Sixteen curves have a legend of their own below the axes, in a column as on a page, and differ in colour,
    dash and mark."""
    for width in ("page", "column"):
        wayfarer(folder, "sweep", "mesh4x4", "--load", "0.02,0.04", "--cycles", "1000", "--set",
                 "router.buffers=1,2,3,4", "--set", "router.depth=1,2,3,4", "--plot", "m", "--keep-script",
                 "--plot-width", width, "--plot-errors", "bands", "--plot-log", "xy")
        script, data = check_picture(folder, "m")
        expect(len({row["series"] for row in data}) == 16, width)
        for pattern in (r"\$panel0_curve\d+ using 1:2 with lines linecolor rgb ('#\w+')",
                        r"\$panel0_curve\d+ using 1:2 with lines [^,]* dashtype (solid|\([\d,]+\))",
                        r"\$panel0_curve\d+ using 1:2 with points [^,]* pointtype (\S+)"):
            expect(len(set(re.findall(pattern, script))) == 16, width, pattern)
        # Entries of the legend, by their marks, and the lowest axis, as shares of the picture's height.
        inches = float(re.search(r"pdfcairo size [\d.]+,([\d.]+)", script)[1])
        legend = [float(y) for y in re.findall(r"^\$mark\d+ << END\n[\d.]+ ([\d.]+)", script, re.M)]
        places = re.findall(r"^\$mark\d+ << END\n([\d.]+ [\d.]+)", script, re.M)
        axis = min(float(share) for share in re.findall(r"set bmargin at screen ([\d.]+)", script)[:-1]) * inches
        expect(len(set(places)) == 16 and max(legend) < axis - 0.5, width, max(legend), axis)
        right = max(float(x) for x in re.findall(r"set label '[^']*' at ([\d.]+)", script))
        expect(right + len("buffers=1 depth=1") * 0.06 < {"page": 7, "column": 3.3}[width], width, right)


def check_names(folder):
    """Names of networks are text for gnuplot, whatever is in them."""
    shipped = (pathlib.Path(__file__).resolve().parents[2] / "sim/configs/mesh4x4.toml").read_text()
    hostile = "a'b`touch ran`\\\"$(touch ran)"
    text = re.sub(r'^name = .*$', lambda _: "name = " + json.dumps(hostile), shipped, flags=re.M)
    (folder / "own.toml").write_text(text)
    wayfarer(folder, "run", "own.toml", "--cycles", "500", "--load", "0.1", "--plot", "own", "--keep-script")
    check_picture(folder, "own")
    expect(not (folder / "ran").exists(), "a name was run as a command")


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        networks = with_other_families(DIRECTIONS)
        expect(len(networks) > len(DIRECTIONS), "no network of one-way links")
        for network in networks:
            directions = DIRECTIONS.get(network, ONE_WAY)
            check_run(folder, network, directions)
        check_sweep(folder)
        check_many(folder)
        check_names(folder)
        for command in (["run", "mesh4x4", "--plot", "no/such/folder"],
                        ["sweep", "mesh4x4", "--plot", "no/such/folder", "--load", "0.1"],
                        ["sweep", "mesh4x4", "--plot", "s", "--plot-width", "wide", "--load", "0.1"],
                        ["run", "mesh4x4", "--keep-script"],
                        ["sweep", "mesh4x4", "--plot", "s", "--saturation"]):
            done = subprocess.run([PROGRAM, *command], cwd=folder, text=True, capture_output=True,
                                  check=False)
            expect(done.returncode == 2, command, done.stderr)


if __name__ == "__main__":
    main()
