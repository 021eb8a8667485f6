#!/usr/bin/env python3
"""The project of docs/examples/systemc builds in an empty folder, and its programs run.

usage: project.py
"""

import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
SOURCE = ROOT / "docs" / "examples" / "systemc"
RUNS = {"ports": ["both"], "transactions": ["estimate"], "pins": [],
        "platform": [str(SOURCE / "wormhole3x3.toml"), "rtl"]}


def run(*command, folder):
    done = subprocess.run(command, cwd=folder, text=True, capture_output=True, check=False)
    if done.returncode:
        sys.exit(f"{command}\n{done.stdout[-4000:]}{done.stderr[-4000:]}")


with tempfile.TemporaryDirectory() as place:
    build = pathlib.Path(place) / "build"
    run("cmake", "-G", "Ninja", "-S", SOURCE, "-B", build, f"-DWAYFARER_SOURCE={ROOT}", folder=place)
    run("cmake", "--build", build, folder=place)
    for program, arguments in RUNS.items():
        run(build / program, *arguments, folder=place)
