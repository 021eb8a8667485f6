#!/usr/bin/env python3
"""The examples of docs/embedding.md print what the page shows, with the model and with the RTL.

    examples.py PAGE PROGRAM...

A PROGRAM is a script or a compiled example_NAME; the page has its output after <!-- example NAME -->.
"""

import pathlib
import re
import subprocess
import sys

# The others use one small network, whose RTL is built in seconds.
MODEL_ONLY = {"collectives"}


def main():
    page = pathlib.Path(sys.argv[1]).read_text()
    shown = dict(re.findall(r"^<!-- example (\w+) -->\n```\n(.*?)^```$", page, re.M | re.S))
    programs = {pathlib.Path(program).stem.removeprefix("example_"): program for program in sys.argv[2:]}
    faults = [f"{name} is not among the programs" for name in shown if name not in programs]
    faults += [f"{name} is not in the page" for name in programs if name not in shown]
    for name, program in programs.items():
        for engine in ("model",) if name in MODEL_ONLY else ("model", "rtl"):
            command = [sys.executable, program] if program.endswith(".py") else [program]
            done = subprocess.run([*command, engine], capture_output=True, text=True, check=False)
            if done.returncode or done.stdout != shown.get(name):
                faults.append(f"{name} with engine {engine}, status {done.returncode}:\n{done.stdout}{done.stderr}")
    print("\n".join(faults) if faults else f"{len(programs)} examples")
    sys.exit(1 if faults or not programs else 0)


if __name__ == "__main__":
    main()
