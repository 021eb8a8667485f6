#!/usr/bin/env python3
"""The energies that are shipped: docs/energy.md shows those of the files in sim/configs/energy.

energy.py PROGRAM [--measure] [--write] [NAME ...]

With --measure, networks (all that are shipped, or those named) are measured again, and the files
must be the same. --write writes the files measured and the page.
"""

import argparse
import pathlib
import re
import subprocess
import sys
import tempfile
import tomllib

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDER = ROOT / "sim/configs/energy"
PAGE = ROOT / "docs/energy.md"
TABLE = re.compile(r"(<!-- energy: made by tests/fpga/energy.py -->\n).*?(<!-- end -->)", re.DOTALL)
EVENTS = ["idle", "router", "link", "arbitration", "driver_change", "channel_start"]


def table():
    """One row for each file."""
    lines = [f"| network | {' | '.join(f'`{event}`' for event in EVENTS)} | error, fitted | error, others |",
             "|---|" + "--:|" * (len(EVENTS) + 2)]
    for path in sorted(FOLDER.glob("*.toml")):
        text = path.read_text()
        each = tomllib.loads(text)["energy"]
        errors = re.search(r"largest error: (.*) % of the runs of the regression, (.*) % of others", text)
        lines.append(f"| `{path.stem}` | {' | '.join(f'{each.get(event, 0):g}' for event in EVENTS)} "
                     f"| {errors[1]} % | {errors[2]} % |")
    return "\n".join(lines) + "\n"


def measure(program, name, write):
    """Whether the file of that network is as measured now."""
    path = FOLDER / f"{name}.toml"
    with tempfile.TemporaryDirectory() as folder:
        made = pathlib.Path(folder, "energy.toml")
        done = subprocess.run([program, "energy", name, "--output", made], text=True, check=False,
                              capture_output=True)
        if done.returncode != 0:
            print(f"{name}: {done.stdout}{done.stderr}")
            return False
        text = made.read_text()
    if write:
        path.write_text(text)
    elif path.read_text() != text:
        print(f"{path.relative_to(ROOT)} is not what energy.py --measure --write makes")
        return False
    return True


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("names", nargs="*")
    parser.add_argument("--measure", action="store_true")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    names = options.names or sorted(path.stem for path in FOLDER.glob("*.toml"))
    good = [measure(options.program, name, options.write) for name in names] if options.measure else []
    text = PAGE.read_text()
    page = TABLE.sub(lambda found: found[1] + table() + found[2], text)
    if options.write:
        PAGE.write_text(page)
    elif page != text:
        print("docs/energy.md is not what energy.py --write makes")
        good.append(False)
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
