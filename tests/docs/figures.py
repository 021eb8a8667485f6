#!/usr/bin/env python3
"""Draws docs/figures/*.svg, each by the script of its name: the architecture, and each router.

usage: figures.py [--write]

Without --write, compares them with what is committed. A script has SIZE, TITLE and draw(Drawing).
Names in the pictures are modules, signals of the family, or files that exist; every family has one.
"""

import pathlib
import re
import runpy
import sys

from drawing import Drawing

ROOT = pathlib.Path(__file__).resolve().parents[2]
FIGURES = ROOT / "docs/figures"


def drawing_of(script):
    described = runpy.run_path(script)
    drawing = Drawing(*described["SIZE"], described["TITLE"])
    described["draw"](drawing)
    return drawing


def unknown_names(family, names):
    """Names that are neither a module, a path, nor a signal of the family's RTL."""
    text = "".join(path.read_text() for path in (ROOT / "rtl" / family).rglob("*.sv"))
    for name in sorted(names):
        known = (list(ROOT.glob(name)) if "/" in name else
                 list(ROOT.glob(f"rtl/**/{name}.sv")) or re.search(rf"\b{name}\b", text))
        if not known:
            yield f"docs/figures/{family}.py: there is no {name}"


def main():
    scripts = sorted(FIGURES.glob("*.py"))
    faults = []
    for script in scripts:
        drawing = drawing_of(script)
        faults += [*drawing.faults, *unknown_names(script.stem, drawing.names)]
        path = script.with_suffix(".svg")
        if "--write" in sys.argv:
            path.write_text(drawing.svg())
        elif not path.exists() or path.read_text() != drawing.svg():
            faults.append(f"{path.relative_to(ROOT)} is not what its script draws; --write renews it")
    for family in (path.parent.name for path in (ROOT / "sim/family").glob("*/family.cpp")):
        if f"](figures/{family}.svg)" not in (ROOT / f"docs/{family}.md").read_text():
            faults.append(f"docs/{family}.md does not show figures/{family}.svg")
    print("\n".join(faults) if faults else f"{len(scripts)} pictures")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
