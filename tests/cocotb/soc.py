#!/usr/bin/env python3
"""Runs the commands of docs/examples/soc/README.md: lint by FuseSoC, then cocotb."""

import os
import pathlib
import re
import shutil
import subprocess
import sys

from run import MAKE, ROOT, WORK

README = ROOT / "docs/examples/soc/README.md"


def main():
    text = README.read_text()
    lint = re.search(r"`(fusesoc [^`]+)`", text)[1].split()
    cocotb = re.search(r"&& \S+ (docs/\S+)", text)[1]
    # Beside the checkout's own, as FuseSoC and cocotb write where they run.
    work = WORK / "soc"
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    tools = f"{pathlib.Path(sys.executable).parent}:{os.environ['PATH']}"
    environment = {**os.environ, "PATH": tools, "MAKEFLAGS": f"{MAKE} {os.environ.get('MAKEFLAGS', '')}"}
    lint[lint.index("run") + 1:lint.index("run") + 1] = ["--build-root", str(work / "fusesoc")]
    for command in (lint, [sys.executable, cocotb, str(work / "build")]):
        print(" ".join(command), flush=True)
        if subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode != 0:
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
