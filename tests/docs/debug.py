#!/usr/bin/env python3
"""docs/debug.md shows what its commands print, and the signals in the waves that they leave.

usage: debug.py PROGRAM [--write]

--write renews the page. The table's first row has a path in the network and the cycles, the others
a signal each.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from blocks import block, with_block
from dumps import declarations

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs/debug.md"
PICOSECONDS = 1000  # of a cycle, in which signals settle before the next rising edge


def run_commands(program, text, folder):
    """What the page's commands print; the last one fails."""
    commands = re.search(r"```sh\n(.*?)```", text, re.DOTALL)[1]
    shutil.copytree(ROOT / "rtl", folder / "rtl")
    environment = {**os.environ, "PATH": f"{program.parent}:{os.environ['PATH']}"}
    done = subprocess.run(["bash", "-ec", commands], cwd=folder, env=environment, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    if done.returncode != 1:
        sys.exit(f"docs/debug.md: status {done.returncode}; the last command must find the fault\n"
                 f"{done.stdout}")
    return done.stdout


def check_show(program, printed, folder):
    """The command that the failure names makes a page."""
    command = printed.splitlines()[-1].split()
    subprocess.run([program, *command[1:]], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    if not list(folder.glob("*.html")):
        sys.exit(f"{command} made no page")


def changes_of(waves):
    """(picosecond, value) pairs by the path of a signal."""
    dump = subprocess.run(["fst2vcd", waves], check=True, text=True, stdout=subprocess.PIPE).stdout
    paths = {f"{scope}.{words[4]}": words[3] for scope, words in declarations(dump)}
    changes, now = {}, 0
    for line in dump.splitlines():
        if line.startswith("#"):
            now = int(line[1:])
        elif line[:1] in ("0", "1"):
            changes.setdefault(line[1:], []).append((now, line[0]))
        elif line.startswith("b"):
            value, code = line.split()
            changes.setdefault(code, []).append((now, value[1:]))
    return {path: changes.get(code, []) for path, code in paths.items()}


def signal_table(table, waves):
    """The table with the values of its cycles."""
    head, rule, *rows = table.splitlines()
    scope = re.search(r"`(.+)`", head)[1]
    cycles = [int(cycle) for cycle in re.findall(r"\| (\d+) (?=\|)", head)]
    changes = changes_of(waves)
    lines = [head, rule]
    for row in rows:
        name = re.search(r"`(.+)`", row)[1]
        found = [path for path in changes if path.endswith(f".{scope}.{name}")]
        if len(found) != 1:
            sys.exit(f"docs/debug.md: {len(found)} signals {scope}.{name}")
        values = [[value for when, value in changes[found[0]]
                   if when < (cycle + 1) * PICOSECONDS][-1] for cycle in cycles]
        lines.append(f"| `{name}` | " + " | ".join(values) + " |")
    return "\n".join(lines) + "\n"


def main():
    program = pathlib.Path(sys.argv[1]).resolve()
    text = PAGE.read_text()
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        printed = run_commands(program, text, folder)
        waves, = folder.glob("*.fst")
        check_show(program, printed, folder)
        renewed = with_block(text, "fault", f"```\n{printed}```\n")
        renewed = with_block(renewed, "signals", signal_table(block(text, "signals"), waves))
    if "--write" in sys.argv:
        PAGE.write_text(renewed)
    elif renewed != text:
        sys.exit(f"docs/debug.md does not show what its commands do; --write renews it\n{printed}")


if __name__ == "__main__":
    main()
