#!/usr/bin/env python3
"""docs/systemc.md shows the complete programs of docs/examples/systemc, and they print what it says.

usage: systemc_examples.py PROGRAM...

A program of the page is a code block after a link to its source. Its output is in a block that begins
with `$ NAME ARGUMENTS`. --write renews both.
"""

import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "systemc.md"
SOURCE = re.compile(r"\]\((examples/systemc/[\w.]+\.cpp)\)[^`]*?:\n\n```cpp\n(.*?)```\n", re.DOTALL)
OUTPUT = re.compile(r"```\n\$ (\w+)([^\n]*)\n(.*?)```\n", re.DOTALL)


def renewed(text, programs, folder):
    def source(match):
        code = (PAGE.parent / match[1]).read_text()
        before = match[0][:match.start(2) - match.start(0)]
        return f"{before}{code}```\n"

    def output(match):
        if match[1] not in programs:
            raise SystemExit(f"{PAGE}: no program {match[1]}")
        words = [str(PAGE.parent / word) if "/" in word else word for word in match[2].split()]
        run = subprocess.run([programs[match[1]], *words], capture_output=True, text=True,
                             check=False, cwd=folder)
        if run.returncode:
            raise SystemExit(f"{match[1]}: status {run.returncode}\n{run.stdout}{run.stderr}")
        text = re.sub(r"\n?Info: [^\n]*\n", "", run.stdout)  # of SystemC itself
        return f"```\n$ {match[1]}{match[2]}\n{text}```\n"

    return OUTPUT.sub(output, SOURCE.sub(source, text))


def main(arguments):
    write = "--write" in arguments
    programs = {pathlib.Path(path).name: str(pathlib.Path(path).resolve()) for path in arguments if path != "--write"}
    text = PAGE.read_text()
    with tempfile.TemporaryDirectory() as folder:  # they may write files
        fresh = renewed(text, programs, folder)
    if write:
        PAGE.write_text(fresh)
    elif fresh != text:
        for old, new in zip(text.splitlines(), fresh.splitlines()):
            if old != new:
                print(f"{PAGE}: is {old!r}, should be {new!r}")
                break
        print(f"{PAGE} differs from its programs; tests/docs/systemc_examples.py --write renews it")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
