#!/usr/bin/env python3
"""Builds the program with address and undefined-behaviour sanitizers, fuzzes it, and runs the forms of models.

    sanitized.py FOLDER [fuzz | forms]

The build stays in FOLDER. Of each kind of input (fuzz.py) as many as sanitizers leave time for. The forms:
tests that compare those of a model, which go through the instruction sets, and whole messages with
single flits, for each set that this processor has.
"""

import os
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
COUNTS = {"configurations": 500, "traces": 200, "options": 200, "networks": 200}
FORMS = ["test_wormhole_model", "test_mway_model", "test_cut_through_model", "test_iba_model"]
WHOLE = "test_observation"
STRICT = {**os.environ, "UBSAN_OPTIONS": "halt_on_error=1:print_stacktrace=1"}


def fuzz(folder):
    """The kinds of input that make a fault."""
    return [what for what, count in COUNTS.items()
            if subprocess.run([sys.executable, HERE / "fuzz.py", folder / "wayfarer", what, str(count),
                               "--seed", "5000", "--slow"], check=False).returncode != 0]


def instruction_sets(folder):
    refused = subprocess.run([folder / "wayfarer", "run", "wormhole16x16", "--cycles", "1"],
                             env={**STRICT, "WAYFARER_SIMD": "?"}, text=True, capture_output=True, check=False)
    return re.search(r"legal on this processor: (.*)", refused.stderr).group(1).split(", ")


def forms(folder):
    """The tests that fail."""
    model = folder / "tests/model"
    runs = [(test, "", [model / test, "[LockstepEquality]"]) for test in FORMS]
    runs += [(WHOLE, each, [model / WHOLE, "whole messages and single flits give the same run"])
             for each in instruction_sets(folder)]
    return [f"{test} {each}".strip() for test, each, command in runs
            if subprocess.run(command, env={**STRICT, "WAYFARER_SIMD": each}, check=False).returncode != 0]


def main():
    folder = pathlib.Path(sys.argv[1])
    parts = {"fuzz": fuzz, "forms": forms}
    chosen = sys.argv[2:] or list(parts)
    subprocess.run(["cmake", "--preset", "sanitize", "-B", folder, "-DWAYFARER_TESTS=ON"], cwd=ROOT,
                   check=True, stdout=subprocess.DEVNULL)
    subprocess.run(["cmake", "--build", folder, "--target", "wayfarer", *FORMS, WHOLE], check=True,
                   stdout=subprocess.DEVNULL)
    faults = [fault for part in chosen for fault in parts[part](folder)]
    return f"faults with {', '.join(faults)}" if faults else 0


if __name__ == "__main__":
    sys.exit(main())
