#!/usr/bin/env python3
"""The README shows what the main job prints.

usage: readme.py PROGRAM [--whole | --write]

Compares the numbers with those of the cycle model, and runs the main job on a small mesh, verilated.
--whole runs the main job itself, and compares every character. --write renews the README from it.
"""

import pathlib
import re
import subprocess
import sys
import tempfile

from blocks import block, with_block

README = pathlib.Path(__file__).resolve().parents[2] / "README.md"
EQUAL = "RTL and model were equal in every one of"


def demo(program, *arguments):
    """What the main job prints, and the wave files that it leaves."""
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run([program, "demo", *arguments], cwd=folder, capture_output=True,
                              text=True, check=False)
        waves = list(pathlib.Path(folder).glob("*.fst"))
    if done.returncode != 0:
        sys.exit(f"wayfarer demo {' '.join(arguments)}: status {done.returncode}\n{done.stderr}")
    return done.stdout, waves


def check_values(program, shown):
    """The README has the model's values, and the same for the hardware."""
    text, _ = demo(program, "--engine", "model")
    expected = re.sub(r"(model +)model", r"\1  RTL", text)
    kept = [line for line in shown.splitlines()[1:-1]
            if EQUAL not in line and not line.startswith("waves of")]
    if kept != expected.splitlines():
        sys.exit(f"README.md does not show what the model gives:\n{expected}")


def check_small(program):
    text, waves = demo(program, "mesh4x4", "--cycles", "3000")
    if text.count(EQUAL) != 2 or len(waves) != 1:
        sys.exit(f"wayfarer demo mesh4x4: {len(waves)} wave files\n{text}")


def main():
    program = pathlib.Path(sys.argv[1]).resolve()
    text = README.read_text()
    shown = block(text, "demo")
    if len(sys.argv) == 2:
        check_values(program, shown)
        check_small(program)
        return
    output, waves = demo(program)
    made = "```\n" + output.replace(str(program), "wayfarer") + "```\n"
    if not waves:
        sys.exit("wayfarer demo left no wave file")
    if sys.argv[2] == "--write":
        README.write_text(with_block(text, "demo", made))
    elif made != shown:
        sys.exit("README.md does not show what 'wayfarer demo' prints:\n" + output)


if __name__ == "__main__":
    main()
