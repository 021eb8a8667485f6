#!/usr/bin/env python3
"""The README shows what the main job prints: runs it and compares, or with --write renews it.

usage: readme.py PROGRAM [--write]
"""

import pathlib
import subprocess
import sys
import tempfile

README = pathlib.Path(__file__).resolve().parents[2] / "README.md"
BEGIN, END = "<!-- demo -->\n", "<!-- /demo -->"


def main():
    program = pathlib.Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run([program, "demo"], cwd=folder, capture_output=True, text=True,
                              check=False)
        waves = list(pathlib.Path(folder).glob("*.fst"))
    if done.returncode != 0 or not waves:
        sys.exit(f"wayfarer demo: status {done.returncode}, {len(waves)} wave files\n{done.stderr}")
    shown = done.stdout.replace(str(program), "wayfarer")
    text = README.read_text()
    before, rest = text.split(BEGIN)
    after = rest.split(END)[1]
    made = before + BEGIN + "```\n" + shown + "```\n" + END + after
    if "--write" in sys.argv:
        README.write_text(made)
    elif made != text:
        sys.exit("README.md does not show what 'wayfarer demo' prints:\n" + shown)


if __name__ == "__main__":
    main()
