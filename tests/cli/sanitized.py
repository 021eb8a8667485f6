#!/usr/bin/env python3
"""Builds the program with address and undefined-behaviour sanitizers and fuzzes it.

    sanitized.py FOLDER

The build stays in FOLDER. Of each kind of input (fuzz.py) as many as sanitizers leave time for.
"""

import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
COUNTS = {"configurations": 500, "traces": 200, "options": 200, "networks": 200}


def main():
    folder = pathlib.Path(sys.argv[1])
    subprocess.run(["cmake", "--preset", "sanitize", "-B", folder, "-DWAYFARER_TESTS=OFF"], cwd=ROOT,
                   check=True, stdout=subprocess.DEVNULL)
    subprocess.run(["cmake", "--build", folder, "--target", "wayfarer"], check=True,
                   stdout=subprocess.DEVNULL)
    faults = [what for what, count in COUNTS.items()
              if subprocess.run([sys.executable, HERE / "fuzz.py", folder / "wayfarer", what, str(count),
                                 "--seed", "5000", "--slow"], check=False).returncode != 0]
    return f"faults with {', '.join(faults)}" if faults else 0


if __name__ == "__main__":
    sys.exit(main())
