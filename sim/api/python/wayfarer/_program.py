"""The program `wayfarer` of this package, which runs and sweeps networks."""

from __future__ import annotations

import os
import pathlib
import subprocess
import sys

from wayfarer._core import CheckFailed, UsageError

PROGRAM = pathlib.Path(__file__).resolve().parent / "bin/wayfarer"
_USAGE = 2


def call(*arguments: str) -> str:
    """The program's standard output. Its errors are exceptions with the same text."""
    process = subprocess.Popen([str(PROGRAM), *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, text=True)
    try:
        output, errors = process.communicate()
    except BaseException:  # Ctrl-C above all
        process.terminate()
        process.communicate()
        raise
    if process.returncode == 0:
        return output
    text = errors.strip().removeprefix("wayfarer: ")
    raise UsageError(text) if process.returncode == _USAGE else CheckFailed(text or output)


def main() -> None:
    """The command `wayfarer` of the environment that the package is installed in."""
    os.execv(PROGRAM, [str(PROGRAM), *sys.argv[1:]])
