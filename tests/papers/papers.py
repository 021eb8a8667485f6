#!/usr/bin/env python3
"""Holds docs/results/ against the program.

Runs `wayfarer reproduce` for every experiment of paper 003 and compares the rows with the committed
ones. Runs are deterministic, so they must be equal to the last digit; a verdict that changes is a
change of behaviour that somebody has to look at. With --write the committed files are made anew.

usage: papers.py PROGRAM [--write] [ID ...]
"""

import json
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
RESULTS = ROOT / "docs" / "results"
EXPERIMENTS = {
    "mway-fig4": "Figure 4: the channel arbiter",
    "mway-fig7": "Figure 7: the size of the buffers, 16x16 mesh, one buffer a set",
    "mway-fig8": "Figure 8: the number of buffers of 2 flits, 16x16 mesh",
    "mway-fig9": "Figure 9: utilisation of the channels of the 16x16 mesh at saturation",
    "mway-fig10": "Figure 10: eleven networks of 512 processors",
}


def reproduce(program, experiment):
    """The result of one experiment. Exit status 1 only says that a value differs."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "result.json"
        done = subprocess.run([program, "reproduce", experiment, "--json", str(path)],
                              stdout=subprocess.DEVNULL, check=False)
        if done.returncode not in (0, 1):
            sys.exit(f"{experiment}: the program ended with status {done.returncode}")
        return json.loads(path.read_text())


def cell(value):
    if value is None:
        return "-"
    return f"{value:.5g}" if isinstance(value, float) else str(value)


def page(results):
    """All experiments as one Markdown page."""
    lines = ["# Paper 003 beside our values", "",
             "Made by `tests/papers/papers.py build/release/wayfarer --write`, checked by the test",
             "`papers_mway`. Cycle model, 100,000 cycles of which the first 30,000 are ignored,",
             "uniform traffic, dimension order, 64-byte messages, seed 1. [mway.md](../mway.md) says",
             "where and why values differ.", ""]
    for experiment, title in EXPERIMENTS.items():
        result = results[experiment]
        lines += [f"## {title}", "", f"`wayfarer reproduce {experiment}`: {result['summary']}", "",
                  "| | paper | measured | deviation | verdict |", "|---|--:|--:|--:|---|"]
        for row in result["rows"]:
            deviation = row.get("deviation")
            shown = f"{100 * deviation:+.2f} %" if isinstance(deviation, float) else "-"
            lines.append(f"| {row['cell']} | {cell(row['paper'])} | {cell(row['measured'])} | "
                         f"{shown} | {row['verdict']} |")
        lines.append("")
    return "\n".join(lines)


def difference(experiment, kept, made):
    for old, new in zip(kept["rows"], made["rows"]):
        if old != new:
            return f"{experiment}: was {old}\n{' ' * len(experiment)}  is  {new}"
    return f"{experiment}: {len(kept['rows'])} rows were kept, {len(made['rows'])} were made"


def main():
    arguments = [a for a in sys.argv[1:] if a != "--write"]
    program, chosen = arguments[0], arguments[1:] or list(EXPERIMENTS)
    write = "--write" in sys.argv
    failed = False
    results = {}
    for experiment in EXPERIMENTS:
        path = RESULTS / f"{experiment}.json"
        if experiment not in chosen:
            results[experiment] = json.loads(path.read_text())
            continue
        results[experiment] = made = reproduce(program, experiment)
        if write:
            path.write_text(json.dumps(made, indent=1) + "\n")
            continue
        kept = json.loads(path.read_text())
        if kept["rows"] != made["rows"]:
            print(difference(experiment, kept, made))
            failed = True
    text = page(results)
    if write:
        (RESULTS / "mway.md").write_text(text)
    elif not failed and (RESULTS / "mway.md").read_text() != text:
        print("docs/results/mway.md is not what papers.py --write makes")
        failed = True
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
