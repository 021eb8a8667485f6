#!/usr/bin/env python3
"""libwayfarer shows its interface and nothing else, and a C program can use it.

    library.py LIBRARY TOKEN

The functions that are visible are those of symbols.txt. TOKEN is the example
docs/examples/c/token.c; it prints the same with every engine.
"""

import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
HEADER = HERE.parents[1] / "sim/api/wayfarer.h"


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, check=False)


def symbol_faults(library):
    lines = run("nm", "-D", "--defined-only", "--with-symbol-versions", library).stdout.splitlines()
    versions = {"WAYFARER_1"}
    found = [line.split()[2] for line in lines if line.split()[2].split("@")[0] not in versions]
    expected = (HERE / "symbols.txt").read_text().split()
    if found != [f"{name}@@WAYFARER_1" for name in expected]:
        yield f"visible are {', '.join(found)}; symbols.txt has {', '.join(expected)}"
    declared = HEADER.read_text()
    for name in expected:
        if f"{name}(" not in declared:
            yield f"{HEADER.name} does not declare {name}"


def example_faults(token):
    outputs = {engine: run(token, "mesh4x4", engine) for engine in ("model", "rtl", "both")}
    for engine, done in outputs.items():
        if done.returncode or done.stdout != outputs["model"].stdout or "16 hops" not in done.stdout:
            yield f"token with {engine}: {done}"
    wrong = run(token, "mesh5x5", "model")
    if wrong.returncode != 1 or "there is no configuration 'mesh5x5'" not in wrong.stderr:
        yield f"token of a network that does not exist: {wrong}"


def main():
    library, token = sys.argv[1:]
    faults = [*symbol_faults(library), *example_faults(token)]
    print("\n".join(faults) if faults else "as symbols.txt says")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
