#!/usr/bin/env python3
"""Each question of docs/howto.md has one command, which draws the picture shown.

usage: howto.py PROGRAM [--write]

Pictures depend on gnuplot's release and on fonts: compared is the table of what they draw, to the last digit. --write
renews both.
"""

import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs/howto.md"
PICTURES = ROOT / "docs/figures/howto"
LEAST = 10


def sections(text):
    """The title of each question, its command, and its picture."""
    for section in re.split(r"^## ", text, flags=re.M)[1:]:
        title = section.partition("\n")[0]
        commands = re.findall(r"^```\n(.*?)^```", section, re.M | re.S)
        pictures = re.findall(r"^!\[([^\]]{20,})\]\(figures/howto/([\w-]+)\.svg\)$", section, re.M)
        if len(commands) != 1 or len(pictures) != 1:
            sys.exit(f"{title}: {len(commands)} commands and {len(pictures)} pictures with a text; legal: one of each")
        yield title, commands[0].replace("\\\n", " "), pictures[0][1]


def main():
    program = pathlib.Path(sys.argv[1]).resolve()
    environment = {**os.environ, "PATH": f"{program.parent}:{os.environ['PATH']}"}
    faults = []
    found = list(sections(PAGE.read_text()))
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "docs").symlink_to(ROOT / "docs")
        for title, command, picture in found:
            words = shlex.split(command)
            if words[-2:] != ["--plot", f"{picture}.svg"] and f"{picture}.svg" not in words:
                faults.append(f"{title}: the command does not draw {picture}.svg")
                continue
            done = subprocess.run(words, cwd=folder, env=environment, text=True, capture_output=True, check=False)
            if done.returncode:
                faults.append(f"{title}: status {done.returncode}\n{done.stderr}")
                continue
            if "--write" in sys.argv:
                PICTURES.mkdir(exist_ok=True)
                for ending in (".svg", ".data.csv"):
                    shutil.copy(folder / f"{picture}{ending}", PICTURES)
            drawn = (folder / f"{picture}.data.csv").read_text()
            shown = PICTURES / f"{picture}.data.csv"
            if drawn.count("\n") < 10 or not shown.exists() or shown.read_text() != drawn:
                faults.append(f"{title}: {shown.relative_to(ROOT)} is not what the command draws; --write renews it")
            if not (PICTURES / f"{picture}.svg").read_text().rstrip().endswith("</svg>"):
                faults.append(f"{title}: {picture}.svg is no picture")
    known = {picture for _, _, picture in found}
    faults += [f"{path.relative_to(ROOT)}: no question shows it" for path in PICTURES.iterdir()
               if path.name.partition(".")[0] not in known]
    print("\n".join(faults) if faults else f"{len(found)} questions")
    sys.exit(1 if faults or len(found) < LEAST else 0)


if __name__ == "__main__":
    main()
